import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useSyncExternalStore } from "react";
import { Router, useLocation } from "wouter";
import { Problem, unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";
import { staffKeys } from "#api/staff-keys.ts";
import { onStaffState, signInStep, signOut, staffState } from "#api/staff-session.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { ErrorBoundary } from "#ui/error-boundary.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { ToastProvider } from "#ui/toast.tsx";
import { CrewGate } from "./crew/crew-gate.tsx";
import { MeContext } from "./session/me.tsx";
import { CENTERED, StaffProblem } from "./shell/screen.tsx";
import { followTheme } from "./shell/theme.ts";

/** /staff: the staff console (OPS-10 to OPS-13). */
export default function StaffApp() {
  useEffect(followTheme, []);

  return (
    <ToastProvider>
      <ErrorBoundary
        name="staff console"
        className={CENTERED}
        title={m.staff_crash()}
        note={m.staff_crash_note()}
      >
        <Router base="/staff">
          <SignInGate />
        </Router>
      </ErrorBoundary>
    </ToastProvider>
  );
}

const SignInScreen = lazy(() => import("./sign-in/sign-in-screen.tsx"));
const Console = lazy(() => import("./shell/console.tsx"));

/**
 * Shows the sign-in until both factors are verified. The URL stays, so the user arrives where they
 * wanted to go.
 */
function SignInGate() {
  const state = useSyncExternalStore(onStaffState, staffState, staffState);
  const [path] = useLocation();
  const queries = useQueryClient();
  useEffect(() => {
    // Cached data of one staff user must not be shown to the next.
    if (state.is === "out") queries.removeQueries({ type: "inactive" });
  }, [state.is, queries]);

  if (state.is === "opening") return <Opening />;
  if (path === "/crew" || path.startsWith("/crew/"))
    return (
      <Suspense fallback={<Opening />}>
        <CrewGate state={state} signIn={<SignInScreen state={state} />} />
      </Suspense>
    );
  return (
    <Suspense fallback={<Opening />}>
      {state.is === "in" && !state.link && signInStep(state) === "inside" ? (
        <Inside id={state.userId} />
      ) : (
        <SignInScreen state={state} />
      )}
    </Suspense>
  );
}

function Inside({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: staffKeys.me.of(id),
    queryFn: () => unwrap(staff.GET("/api/staff/me")),
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (data?.role === "technician") return <ToCrew />;
  if (data) {
    return (
      <MeContext value={data}>
        <Console />
      </MeContext>
    );
  }
  if (error instanceof Problem && error.code === "not_allowed") return <NoRole />;
  if (error) {
    return (
      <main className={CENTERED} id="content">
        <StaffProblem problem={error} onAgain={() => void refetch()} />
      </main>
    );
  }
  return <Opening />;
}

// Another page, so that the phone's service worker takes it over.
function ToCrew() {
  useEffect(() => location.replace(paths.crew), []);
  return <Opening />;
}

const NoRole = () => (
  <main className={CENTERED} id="content">
    <h1>{m.staff_no_role_title()}</h1>
    <p>{m.staff_no_role()}</p>
    <Button variant="outline" onClick={() => void signOut("local")}>
      {m.staff_sign_out()}
    </Button>
  </main>
);

const Opening = () => (
  <main className={CENTERED} id="content">
    <Spinner label={m.staff_opening()} />
  </main>
);
