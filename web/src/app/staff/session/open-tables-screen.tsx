import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearch } from "wouter";
import { openPages, tablesPage } from "#api/staff-pages.ts";
import { Spinner } from "#ui/spinner.tsx";
import { staffWords as words } from "../copy.ts";
import { Screen } from "../shell/screen.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";

/** Visitors of the admin without its cookie are redirected here; this sets it and returns them. */
export default function OpenTablesScreen() {
  const to = tablesPage(new URLSearchParams(useSearch()).get("to"));
  const { mutate, error } = useMutation({
    mutationFn: openPages,
    onSuccess: () => location.replace(to),
  });

  useEffect(() => {
    mutate();
  }, [mutate]);

  return (
    <Screen title={words.tables}>
      {error === null ? (
        <Spinner label={words.opening} />
      ) : (
        <StaffProblem problem={error} onAgain={() => mutate()} />
      )}
    </Screen>
  );
}
