import { Problem } from "#lib/api/client.ts";
import { wordsOf } from "../shell/problem-words.ts";
import { refusalWords } from "./copy.ts";

/** Why the auth service said no, in words for whoever typed. */
export function authWordsOf(failure: unknown): string {
  const known = failure instanceof Problem ? refusalWords[failure.code] : undefined;
  return known ?? wordsOf(failure);
}
