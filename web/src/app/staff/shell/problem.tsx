import { Problem } from "#api/client.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { problemWords, staffWords } from "../copy.ts";

// Staff see the server's own message, because it says who did what (decision 18).
export function problemMessage(failure: unknown): string {
  if (!(failure instanceof Problem)) return problemWords.ourFault;
  if (failure.code === "timeout") return problemWords.timeout;
  if (failure.status === 0) return problemWords.offline;
  if (failure.code === "second_factor_stale") return problemWords.factorStale;
  if (failure.status === 429) return problemWords.tooOften(failure.retryAfter);
  if (failure.status >= 500) return problemWords.ourFault;
  return [failure.detail, ...failure.errors.map(({ message }) => message)].join(" ");
}

type StaffProblemProps = { problem: unknown; onAgain?: (() => void) | undefined };

/** What could not be loaded or was refused, and why. */
export function StaffProblem({ problem, onAgain }: StaffProblemProps) {
  const again = onAgain && (
    <Button variant="outline" size="sm" onClick={onAgain}>
      {staffWords.again}
    </Button>
  );
  return (
    <Notice tone="danger" title={onAgain ? staffWords.failed : undefined} action={again}>
      {problemMessage(problem)}
    </Notice>
  );
}
