import { changePassword } from "#api/staff-auth.ts";
import { doorWords as words } from "./copy.ts";
import { PasswordFields } from "./password-fields.tsx";
import { SignInCard } from "./sign-in-card.tsx";

/** New password after a mailed link; the user then signs in with it. */
export function NewPasswordForm({ email }: { email: string }) {
  return (
    <SignInCard title={words.passwordTitle} lead={words.passwordLead}>
      <PasswordFields email={email} send={changePassword} />
    </SignInCard>
  );
}
