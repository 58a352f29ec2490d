import { useState } from "react";
import { type StaffState, signOut } from "#api/staff-session.ts";
import { Button } from "#ui/button.tsx";
import { CodeForm } from "./code-form.tsx";
import { doorWords as words } from "./copy.ts";
import { EnrolForm } from "./enrol-form.tsx";
import { ForgotPasswordForm } from "./forgot-password-form.tsx";
import { MailedLinkForm } from "./mailed-link-form.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { SaveRecoveryCodes } from "./save-recovery-codes.tsx";
import { SignInCard } from "./sign-in-card.tsx";
import { SignInForm } from "./sign-in-form.tsx";
import { signInStep } from "./sign-in-step.ts";

/** All steps before the console opens, one at a time. */
export default function SignInScreen({ state }: { state: StaffState }) {
  const [isForgotten, setForgotten] = useState(false);
  const step = signInStep(state);

  if (state.link) return <MailedLinkForm link={state.link} />;
  if (state.is !== "in") {
    if (isForgotten) return <ForgotPasswordForm onBack={() => setForgotten(false)} />;
    return <SignInForm state={state} onForgotten={() => setForgotten(true)} />;
  }
  if (step === "password") return <NewPasswordForm email={state.email} />;
  if (step === "enrol") return <EnrolForm />;
  if (step === "codes") return <SaveRecoveryCodes email={state.email} />;
  return (
    <SignInCard title={words.codeTitle}>
      <CodeForm factors={state.factors} />
      <Button variant="link" onClick={() => void signOut("local")}>
        {words.signOut}
      </Button>
    </SignInCard>
  );
}
