import { Problem } from "#api/client.ts";
import { problemMessage } from "../shell/problem-message.ts";
import { refusalWords } from "./copy.ts";

/** Message for an error of the auth service. */
export function authErrorMessage(failure: unknown): string {
  const message = failure instanceof Problem ? refusalWords[failure.code] : undefined;
  return message ?? problemMessage(failure);
}
