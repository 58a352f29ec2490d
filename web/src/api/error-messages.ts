/** Message for a failed call, by its error code, never the server's text. */
import { Problem } from "#api/client.ts";
import { m } from "#paraglide/messages.js";

type MessageTable = Record<string, string> & { general: string };

export function errorMessage(failure: unknown, words: MessageTable): string {
  if (!(failure instanceof Problem)) return words.general;
  const message = words[failure.code];
  if (message) return message;
  if (failure.status === 0) return m.errors_offline();
  if (failure.status === 429) return m.errors_too_often();
  if (failure.code === "busy" && failure.status === 503) return m.errors_busy();
  return failure.status >= 500 ? m.errors_server() : words.general;
}

export const errorCode = (failure: unknown): string =>
  failure instanceof Problem ? failure.code : "";
