import { useState } from "react";
import { type StaffState, signOut } from "#lib/api/staff-session.ts";
import { Button } from "#ui/button.tsx";
import { CodeForm } from "./code-form.tsx";
import { doorWords as words } from "./copy.ts";
import { DoorCard } from "./door-card.tsx";
import { EnrolForm } from "./enrol-form.tsx";
import { EntranceForm } from "./entrance-form.tsx";
import { ForgottenForm } from "./forgotten-form.tsx";
import { KeepCodes } from "./keep-codes.tsx";
import { MailedLinkForm } from "./mailed-link-form.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { stepOf } from "./step-of.ts";

/** All that stands between somebody and the console, one thing at a time. */
export default function SignInScreen({ state }: { state: StaffState }) {
  const [isForgotten, setForgotten] = useState(false);
  const step = stepOf(state);

  if (state.link) return <MailedLinkForm link={state.link} />;
  if (state.is !== "in") {
    if (isForgotten) return <ForgottenForm onBack={() => setForgotten(false)} />;
    return <EntranceForm state={state} onForgotten={() => setForgotten(true)} />;
  }
  if (step === "password") return <NewPasswordForm email={state.email} />;
  if (step === "enrol") return <EnrolForm />;
  if (step === "codes") return <KeepCodes email={state.email} />;
  return (
    <DoorCard title={words.codeTitle}>
      <CodeForm factors={state.factors} />
      <Button variant="link" onClick={() => void signOut("local")}>
        {words.signOut}
      </Button>
    </DoorCard>
  );
}
