import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { setFactorPrompt } from "#api/staff.ts";
import { account } from "#api/staff-auth.ts";
import { m } from "#paraglide/messages.js";
import { Modal } from "#ui/modal.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { StaffProblem } from "../shell/problem.tsx";
import { CodeForm } from "../sign-in/credentials.tsx";

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
  const { data, error, refetch } = useQuery({ queryKey: ["account"], queryFn: account });

  if (data) return <CodeForm factors={data.factors} onShown={onShown} />;
  if (error) return <StaffProblem problem={error} onAgain={() => void refetch()} />;
  return <Spinner label={m.staff_loading()} />;
}
