import { useEffect } from "react";
import { useSearch } from "wouter";
import { openPages, tablesPage } from "#lib/api/staff-pages.ts";
import { Spinner } from "#ui/spinner.tsx";
import { useMutationOnce } from "#ui/use-sending.ts";
import { staffWords as words } from "../copy.ts";
import { Screen } from "../shell/screen.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";

/** Visitors of the admin without its cookie are redirected here; this sets it and returns them. */
export default function OpenTablesScreen() {
  const to = tablesPage(new URLSearchParams(useSearch()).get("to"));
  const { mutate, failure } = useMutationOnce(openPages, { onDone: () => location.replace(to) });

  // biome-ignore lint/correctness/useExhaustiveDependencies: requested once, on mount.
  useEffect(() => mutate({}), []);

  return (
    <Screen title={words.tables}>
      {failure === null ? (
        <Spinner label={words.opening} />
      ) : (
        <StaffProblem problem={failure} onAgain={() => mutate({})} />
      )}
    </Screen>
  );
}
