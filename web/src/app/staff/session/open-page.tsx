import { openPages } from "#lib/api/staff-pages.ts";
import { Button } from "#ui/button.tsx";
import { useMutationOnce } from "#ui/use-sending.ts";
import { StaffProblem } from "../shell/staff-problem.tsx";

type OpenPageProps = { to: string; children: string };

/** Link to a page rendered by Django: sets its session cookie first. */
export function OpenPage({ to, children }: OpenPageProps) {
  const opening = useMutationOnce(openPages, { onDone: () => location.assign(to) });

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={opening.pending !== null}
        onClick={() => opening.mutate({})}
      >
        {children}
      </Button>
      {opening.failure !== null && <StaffProblem problem={opening.failure} />}
    </>
  );
}
