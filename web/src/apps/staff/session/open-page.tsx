import { openPages } from "#lib/api/staff-pages.ts";
import { Button } from "#ui/button.tsx";
import { useMutationOnce } from "#ui/use-sending.ts";
import { StaffProblem } from "../shell/staff-problem.tsx";

type OpenPageProps = { to: string; children: string };

/** A page beside the console, which asks who is there. */
export function OpenPage({ to, children }: OpenPageProps) {
  const opening = useMutationOnce(openPages, { onDone: () => location.assign(to) });

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={opening.pending !== null}
        onClick={() => opening.press({})}
      >
        {children}
      </Button>
      {opening.failure !== null && <StaffProblem problem={opening.failure} />}
    </>
  );
}
