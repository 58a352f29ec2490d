import { Problem } from "#lib/api/client.ts";
import { problemMessage } from "../shell/problem-words.ts";
import { refusalWords } from "./copy.ts";

/** Why the auth service said no, in words for whoever typed. */
export function authErrorMessage(failure: unknown): string {
  const known = failure instanceof Problem ? refusalWords[failure.code] : undefined;
  return known ?? problemMessage(failure);
}
