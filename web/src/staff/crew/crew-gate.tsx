import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, useState } from "react";
import { unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";
import { staffKeys } from "#api/staff-keys.ts";
import { type SessionEndReason, type StaffState, signInStep } from "#api/staff-session.ts";
import { m } from "#paraglide/messages.js";
import { Spinner } from "#ui/spinner.tsx";
import { MeContext } from "../session/me.tsx";
import { CENTERED, StaffProblem } from "../shell/screen.tsx";
import { forgetJobs, storedMember } from "./crew-store.ts";

const CrewApp = lazy(() => import("./crew-app.tsx"));

// A session that ended by itself leaves the crew with the jobs that they have at hand.
const ENDED_BY_ITSELF: readonly (SessionEndReason | null)[] = [null, "ended", "idle"];

type CrewGateProps = { state: StaffState; signIn: ReactNode };

/** Lets a technician in; without a session, to the jobs that the last one left on this phone. */
export function CrewGate({ state, signIn }: CrewGateProps) {
  const [wantsToSignIn, setWantsToSignIn] = useState(false);
  const isOut = state.is === "out";
  const isLeft = isOut && !ENDED_BY_ITSELF.includes(state.why);
  const kept = useQuery({
    queryKey: staffKeys.crew.memberBefore(state.is, isLeft),
    queryFn: async () => {
      if (isLeft) await forgetJobs();
      return storedMember();
    },
    retry: false,
  });

  if (state.is === "in" && !state.link && signInStep(state) === "inside")
    return <SignedIn id={state.userId} onSignIn={() => setWantsToSignIn(true)} />;
  if (kept.isPending || state.is === "opening")
    return (
      <main className={CENTERED} id="content">
        <Spinner label={m.staff_opening()} />
      </main>
    );
  if (isOut && !state.link && kept.data && !wantsToSignIn)
    return (
      <CrewApp member={kept.data} isSignedIn={false} onSignIn={() => setWantsToSignIn(true)} />
    );
  return signIn;
}

function SignedIn({ id, onSignIn }: { id: string; onSignIn: () => void }) {
  const me = useQuery({
    queryKey: staffKeys.me.of(id),
    queryFn: () => unwrap(staff.GET("/api/staff/me")),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  // Without signal nobody says who is signed in, but the phone knows.
  const kept = useQuery({
    queryKey: staffKeys.crew.member(id),
    queryFn: storedMember,
    retry: false,
  });

  const member = me.data ?? (kept.data?.id === id ? kept.data : null);
  if (member)
    return (
      <MeContext value={me.data ?? null}>
        <CrewApp member={{ id, name: member.name }} isSignedIn onSignIn={onSignIn} />
      </MeContext>
    );
  if (me.error && !kept.isPending)
    return (
      <main className={CENTERED} id="content">
        <StaffProblem problem={me.error} onAgain={() => void me.refetch()} />
      </main>
    );
  return (
    <main className={CENTERED} id="content">
      <Spinner label={m.staff_opening()} />
    </main>
  );
}
