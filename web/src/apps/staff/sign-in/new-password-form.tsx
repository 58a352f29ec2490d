import { changePassword } from "#lib/api/staff-auth.ts";
import { doorWords as words } from "./copy.ts";
import { SignInCard } from "./door-card.tsx";
import { PasswordFields } from "./password-fields.tsx";

/** Whoever came by a mailed link chooses a password of their own, and signs in with it. */
export function NewPasswordForm({ email }: { email: string }) {
  return (
    <SignInCard title={words.passwordTitle} lead={words.passwordLead}>
      <PasswordFields email={email} send={changePassword} />
    </SignInCard>
  );
}
