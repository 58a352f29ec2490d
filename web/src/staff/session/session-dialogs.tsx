import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { setFactorPrompt } from "#api/staff.ts";
import { account } from "#api/staff-auth.ts";
import { staffKeys } from "#api/staff-keys.ts";
import { renewStaffSession, signOut, staffState } from "#api/staff-session.ts";
import { readLocal, writeLocal } from "#lib/storage.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { StaffProblem } from "../shell/screen.tsx";
import { CodeForm } from "../sign-in/credentials.tsx";

// Time of the last activity in any tab of this browser. Not secret, so it is in local storage.
const KEY = "staff-active-at";
const NOTED_EVERY_MS = 5_000;

let here = 0;

function noteActivity(): void {
  const now = Date.now();
  if (Math.abs(now - here) < NOTED_EVERY_MS) return; // absolute, because the clock may be set back
  here = now;
  writeLocal(KEY, now);
}

const lastActiveAt = (): number => Math.max(here, readLocal<number>(KEY) ?? 0);

const MINUTE_MS = 60_000;
const IDLE_MS = 30 * MINUTE_MS; // the server's idle timeout
const WARNED_MS = 2 * MINUTE_MS;
const RENEWED_EVERY_MS = 5 * MINUTE_MS;
const LOOKED_EVERY_MS = 10_000;
const SIGNS_OF_LIFE = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/** Signs the user out in every tab after half an hour without activity. */
export function Idle() {
  const [left, setLeft] = useState(IDLE_MS);
  const isWarned = left <= WARNED_MS;

  useEffect(() => {
    noteActivity();
    const look = () => {
      const remaining = IDLE_MS - (Date.now() - lastActiveAt());
      setLeft(remaining);
      if (remaining <= 0) void signOut("local", "idle");
    };
    const timer = setInterval(look, LOOKED_EVERY_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);

  useEffect(() => {
    if (isWarned) return; // once warned, only answering the dialog counts
    const onSign = () => {
      noteActivity();
      renewInTime();
    };
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, onSign, { passive: true });
    return () => {
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, onSign);
    };
  }, [isWarned]);

  const stay = () => {
    noteActivity();
    setLeft(IDLE_MS);
    void renewStaffSession();
  };
  return (
    <Modal open={isWarned} onClose={stay} title={m.staff_session_idle_title()}>
      <p>
        {Math.floor(left / MINUTE_MS) > 1
          ? m.staff_session_idle_minutes({ minutes: Math.floor(left / MINUTE_MS) })
          : m.staff_session_idle()}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={stay}>{m.staff_session_stay()}</Button>
        <Button variant="outline" onClick={() => void signOut("local")}>
          {m.staff_sign_out()}
        </Button>
      </div>
    </Modal>
  );
}

let renewing: Promise<void> | null = null;

// The server counts idle time from the last renewal, not from the last click, so activity renews
// now and then.
function renewInTime() {
  const state = staffState();
  if (renewing || state.is !== "in" || Date.now() - state.renewedAt < RENEWED_EVERY_MS) return;
  renewing = renewStaffSession().finally(() => {
    renewing = null;
  });
}

type FactorRequest = { answer: (isShown: boolean) => void };

/**
 * Prompt for the second factor before risky actions; the refused call is then repeated
 * automatically.
 */
export function StepUp() {
  const [pending, setPending] = useState<FactorRequest | null>(null);

  useEffect(
    () => setFactorPrompt(() => new Promise((resolve) => setPending({ answer: resolve }))),
    [],
  );

  const end = (isShown: boolean) => {
    pending?.answer(isShown);
    setPending(null);
  };
  return (
    <Modal open={pending !== null} onClose={() => end(false)} title={m.staff_session_step_up()}>
      <p className="mb-4 text-quiet">{m.staff_session_step_up_why()}</p>
      <OwnFactors onShown={() => end(true)} />
    </Modal>
  );
}

function OwnFactors({ onShown }: { onShown: () => void }) {
  const { data, error, refetch } = useQuery({ queryKey: staffKeys.account.all, queryFn: account });

  if (data) return <CodeForm factors={data.factors} onShown={onShown} />;
  if (error) return <StaffProblem problem={error} onAgain={() => void refetch()} />;
  return <Spinner label={m.staff_loading()} />;
}
