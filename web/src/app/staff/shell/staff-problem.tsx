import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { staffWords as words } from "../copy.ts";
import { problemMessage } from "./problem-message.ts";

type StaffProblemProps = { problem: unknown; onAgain?: (() => void) | undefined };

/** What could not be loaded or was refused, and why. */
export function StaffProblem({ problem, onAgain }: StaffProblemProps) {
  const again = onAgain && (
    <Button variant="outline" size="sm" onClick={onAgain}>
      {words.again}
    </Button>
  );
  return (
    <Notice tone="danger" title={onAgain ? words.failed : undefined} action={again}>
      {problemMessage(problem)}
    </Notice>
  );
}
