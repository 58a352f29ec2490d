// Staff see the server's own message, because it says who did what (decision 18).
import { Problem } from "#api/client.ts";
import { problemWords as words } from "../copy.ts";

export function problemMessage(failure: unknown): string {
  if (!(failure instanceof Problem)) return words.ourFault;
  if (failure.code === "timeout") return words.timeout;
  if (failure.status === 0) return words.offline;
  if (failure.code === "second_factor_stale") return words.factorStale;
  if (failure.status === 429) return words.tooOften(failure.retryAfter);
  if (failure.status >= 500) return words.ourFault;
  return [failure.detail, ...failure.errors.map(({ message }) => message)].join(" ");
}
