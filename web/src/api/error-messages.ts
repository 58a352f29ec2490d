/** Message for a failed call, by its error code, never the server's text. */
import { Problem } from "#api/client.ts";

type MessageTable = Record<string, string> & { general: string };

const NO_ANSWER =
  "We could not reach the server. Nothing is lost: check your connection and try again.";
const TOO_OFTEN = "Too many tries in a short time. Please wait a minute and try again.";
const OUR_FAULT = "Something went wrong on our side. Nothing is lost: please try again.";

export function errorMessage(failure: unknown, words: MessageTable): string {
  if (!(failure instanceof Problem)) return words.general;
  const message = words[failure.code];
  if (message) return message;
  if (failure.status === 0) return NO_ANSWER;
  if (failure.status === 429) return TOO_OFTEN;
  return failure.status >= 500 ? OUR_FAULT : words.general;
}

export const errorCode = (failure: unknown): string =>
  failure instanceof Problem ? failure.code : "";
