/** What the server says of one field, to stand beside it. */
import { Problem } from "#lib/api/client.ts";

export function fieldWordsOf(failure: unknown, field: string): string | undefined {
  if (!(failure instanceof Problem)) return undefined;
  return failure.errors.find((problem) => problem.field.split(".").at(-1) === field)?.message;
}
