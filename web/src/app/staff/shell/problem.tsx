import { Problem } from "#api/client.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";

// Staff see the server's own message, because it says who did what (decision 18).
export function problemMessage(failure: unknown): string {
  if (!(failure instanceof Problem)) return m.staff_problem_our_fault();
  if (failure.code === "timeout") return m.staff_problem_timeout();
  if (failure.status === 0) return m.staff_problem_offline();
  if (failure.code === "second_factor_stale") return m.staff_problem_factor_stale();
  if (failure.status === 429) return tooOften(failure.retryAfter ?? 60);
  if (failure.status >= 500) return m.staff_problem_our_fault();
  return [failure.detail, ...failure.errors.map(({ message }) => message)].join(" ");
}

type StaffProblemProps = { problem: unknown; onAgain?: (() => void) | undefined };

/** What could not be loaded or was refused, and why. */
export function StaffProblem({ problem, onAgain }: StaffProblemProps) {
  const again = onAgain && (
    <Button variant="outline" size="sm" onClick={onAgain}>
      {m.try_again()}
    </Button>
  );
  return (
    <Notice tone="danger" title={onAgain ? m.staff_failed() : undefined} action={again}>
      {problemMessage(problem)}
    </Notice>
  );
}

const tooOften = (seconds: number): string =>
  seconds <= 90
    ? m.staff_problem_too_often_seconds({ seconds })
    : m.staff_problem_too_often_minutes({ minutes: Math.ceil(seconds / 60) });
