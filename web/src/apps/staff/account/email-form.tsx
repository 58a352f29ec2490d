import { type FormEvent, useState } from "react";
import { changeEmail } from "#lib/api/staff-auth.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useMutationOnce } from "#ui/use-sending.ts";
import { authErrorMessage } from "../sign-in/auth-words.ts";
import { accountWords as words } from "./copy.ts";
import { useAccountChanged } from "./use-account.ts";

type EmailFormProps = { email: string; newEmail: string | null };

// The new address takes effect once its link was opened; until then the old one is used.
export function EmailForm({ email, newEmail }: EmailFormProps) {
  const [emailInput, setNewEmail] = useState("");
  const [isChecked, setChecked] = useState(false);
  const [sentTo, setSentTo] = useState("");
  const changed = useAccountChanged();
  const sending = useMutationOnce(changeEmail, {
    onDone: () => {
      setSentTo(emailInput.trim());
      setNewEmail("");
      setChecked(false);
      changed();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isAnother) sending.mutate(emailInput.trim());
  };
  const isAnother = emailInput.trim() !== "" && emailInput.trim() !== email;
  return (
    <form className="account__form" onSubmit={submit} noValidate>
      <p>
        {words.email}: <strong className="account__fact">{email}</strong>
      </p>
      {newEmail && !sentTo && <p className="account__quiet">{words.emailWaits(newEmail)}</p>}
      <TextField
        className="w-full"
        label={words.newEmail}
        name="new-email"
        type="email"
        value={emailInput}
        onChange={setNewEmail}
        autoComplete="off"
        error={isChecked && !isAnother ? words.emailMissing : undefined}
      />
      {sending.failure !== null && (
        <Notice tone="danger">{authErrorMessage(sending.failure)}</Notice>
      )}
      {sentTo && <Notice tone="success">{words.emailSent(sentTo)}</Notice>}
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        busy={sending.pending !== null}
        busyLabel={words.saving}
      >
        {words.changeEmail}
      </Button>
    </form>
  );
}
