import { useMutation } from "@tanstack/react-query";
import { openPages } from "#api/staff-pages.ts";
import { Button } from "#ui/button.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";

type OpenPageProps = { to: string; children: string };

/** Link to a page rendered by Django: sets its session cookie first. */
export function OpenPage({ to, children }: OpenPageProps) {
  const opening = useMutation({ mutationFn: openPages, onSuccess: () => location.assign(to) });

  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={opening.isPending}
        onClick={() => opening.mutate()}
      >
        {children}
      </Button>
      {opening.error !== null && <StaffProblem problem={opening.error} />}
    </>
  );
}
