import { Suspense, useEffect } from "react";
import { Link, Route, Switch } from "wouter";
import { signOut } from "#api/staff-session.ts";
import { logQuietly } from "#lib/log-quietly.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import AccountScreen from "../account/account-screen.tsx";
import { StepUp } from "../session/session-dialogs.tsx";
import { readerFiles } from "./barcode.ts";
import { type CrewMember, forgetJobs, storeMember } from "./crew-store.ts";
import { JobScreen } from "./job-screen.tsx";
import { JobsScreen } from "./jobs-screen.tsx";
import { CrewContext } from "./use-crew.ts";
import { VisitScreen } from "./visit-screen.tsx";
import { WaitBar } from "./wait-bar.tsx";

type CrewAppProps = {
  member: CrewMember;
  /** Without a session the jobs kept on the phone are shown; what is recorded waits. */
  isSignedIn: boolean;
  onSignIn: () => void;
};

/** /staff/crew: a technician's jobs on the phone, with or without signal (OPS-19). */
export default function CrewApp({ member, isSignedIn, onSignIn }: CrewAppProps) {
  useKeptPage();
  useEffect(() => {
    if (isSignedIn) void storeMember(member).catch(logQuietly("member not stored"));
  }, [isSignedIn, member]);

  return (
    <CrewContext value={{ member, isSignedIn }}>
      <div className="flex min-w-0 flex-1 flex-col bg-surface-sunken">
        <a className="skip-link" href="#content">
          {m.skip_to_content()}
        </a>
        <Bar name={member.name} isSignedIn={isSignedIn} />
        <main
          className="mx-auto grid w-full max-w-152 min-w-0 content-start gap-4 px-4 pt-4 pb-16 focus:outline-none *:min-w-0"
          id="content"
          tabIndex={-1}
        >
          {!isSignedIn && <SignedOut onSignIn={onSignIn} />}
          <WaitBar />
          <Switch>
            <Route path="/crew/account">
              {isSignedIn && (
                <Suspense fallback={<Spinner label={m.staff_loading()} />}>
                  <AccountScreen />
                </Suspense>
              )}
            </Route>
            <Route path="/crew/visits/:id">{({ id }) => <VisitScreen key={id} id={id} />}</Route>
            <Route path="/crew/:id">{({ id }) => <JobScreen key={id} id={id} />}</Route>
            <Route>
              <JobsScreen />
            </Route>
          </Switch>
        </main>
        {isSignedIn && <StepUp />}
      </div>
    </CrewContext>
  );
}

function Bar({ name, isSignedIn }: { name: string; isSignedIn: boolean }) {
  const leave = async () => {
    await forgetJobs().catch(logQuietly("jobs not forgotten"));
    await signOut("local");
  };
  return (
    <header className="on-night flex flex-wrap items-center gap-x-3 px-4 py-1">
      <Link
        className="inline-flex min-h-target items-center font-bold text-ink no-underline"
        href="/crew"
      >
        {m.crew_title()}
      </Link>
      <div className="ms-auto flex min-w-0 items-center gap-2">
        {isSignedIn ? (
          <>
            <AccountLink />
            <Button variant="outline" size="md" onClick={() => void leave()}>
              {m.staff_sign_out()}
            </Button>
          </>
        ) : (
          <span className="max-w-40 truncate text-quiet">{name}</span>
        )}
      </div>
    </header>
  );
}

const AccountLink = () => (
  <Link className="inline-flex min-h-target items-center text-sm text-quiet" href="/crew/account">
    {m.staff_account()}
  </Link>
);

const SignedOut = ({ onSignIn }: { onSignIn: () => void }) => (
  <Notice
    tone="warning"
    title={m.crew_signed_out()}
    action={<Button onClick={onSignIn}>{m.crew_sign_in_again()}</Button>}
  >
    {m.crew_signed_out_note()}
  </Notice>
);

const SCRIPTS_SETTLE_MS = 3_000;

// The worker keeps the page, the scripts and styles that it has loaded by then, and what reads labels.
function useKeptPage() {
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const keep = async () => {
      await navigator.serviceWorker.register("/staff/crew-worker.js", { scope: "/staff/crew" });
      const { active } = await navigator.serviceWorker.ready;
      const forLabels = await readerFiles();
      active?.postMessage({ files: [...new Set([...loadedFiles(), ...forLabels])] });
    };
    const timer = setTimeout(() => {
      keep().catch(logQuietly("page not kept"));
    }, SCRIPTS_SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
}

const loadedFiles = (): string[] =>
  performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => path.startsWith("/_astro/"));
