import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearch } from "wouter";
import { unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Screen, StaffProblem } from "../shell/screen.tsx";

const TABLES = "/staff/tables/";

/**
 * Set the cookie of the pages that Django renders for staff; it expires with this sign-in, and scripts
 * cannot read it.
 */
const openPages = () => unwrap(staff.POST("/api/staff/tables-session"));

/**
 * The requested admin path, or the admin's start page for any path outside of it, to prevent open
 * redirects.
 */
const tablesPage = (path: string | null): string => (path?.startsWith(TABLES) ? path : TABLES);

type OpenPageProps = { to: string; children: string };

/** Link to a page rendered by Django: sets its session cookie first. */
export function OpenPage({ to, children }: OpenPageProps) {
  const opening = useMutation({ mutationFn: openPages, onSuccess: () => location.assign(to) });

  return (
    <>
      <Button variant="outline" size="sm" busy={opening.isPending} onClick={() => opening.mutate()}>
        {children}
      </Button>
      {opening.error !== null && <StaffProblem problem={opening.error} />}
    </>
  );
}

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
    <Screen title={m.staff_tables()}>
      {error === null ? (
        <Spinner label={m.staff_opening()} />
      ) : (
        <StaffProblem problem={error} onAgain={() => mutate()} />
      )}
    </Screen>
  );
}
