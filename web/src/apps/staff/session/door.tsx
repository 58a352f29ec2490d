import { useQuery } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import { unwrap } from "#lib/api/client.ts";
import { staff } from "#lib/api/staff.ts";
import {
  onStaffState,
  openStaffSession,
  type StaffState,
  staffState,
} from "#lib/api/staff-session.ts";
import { Spinner } from "#ui/spinner.tsx";
import { staffWords as words } from "../copy.ts";
import { Console } from "../shell/console.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import SignInScreen from "../sign-in/sign-in-screen.tsx";
import { MeContext } from "./use-me.ts";

const OPENING: StaffState = { is: "opening" };

/** Nobody is past it without both factors. The address stays: who signs in is where they wanted to be. */
export function Door() {
  const state = useSyncExternalStore(onStaffState, staffState, () => OPENING);
  useEffect(() => void openStaffSession(), []);

  if (state.is === "opening") return <Opening />;
  if (state.is === "in" && state.level === "aal2") return <Inside id={state.session.user.id} />;
  return <SignInScreen state={state} />;
}

function Inside({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["me", id],
    queryFn: () => unwrap(staff.GET("/api/staff/me")),
    staleTime: Number.POSITIVE_INFINITY,
  });

  if (data) {
    return (
      <MeContext value={data}>
        <Console />
      </MeContext>
    );
  }
  if (error) {
    return (
      <main className="door">
        <StaffProblem problem={error} onAgain={() => void refetch()} />
      </main>
    );
  }
  return <Opening />;
}

const Opening = () => (
  <main className="door">
    <Spinner label={words.opening} />
  </main>
);
