import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { changeEmail } from "#api/staff-auth.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import { authErrorMessage } from "../sign-in/auth-error-message.ts";
import { accountWords as words } from "./copy.ts";
import { useAccountChanged } from "./use-account.ts";

type EmailFormProps = { email: string; newEmail: string | null };

// The new address takes effect once its link was opened; until then the old one is used.
export function EmailForm({ email, newEmail }: EmailFormProps) {
  const [emailInput, setNewEmail] = useState("");
  const [isChecked, setChecked] = useState(false);
  const [sentTo, setSentTo] = useState("");
  const changed = useAccountChanged();
  const sending = useMutation({
    mutationFn: changeEmail,
    onSuccess: () => {
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
    <form className="grid justify-items-start gap-x-4 gap-y-2" onSubmit={submit} noValidate>
      <p>
        {words.email}: <strong className="wrap-anywhere">{email}</strong>
      </p>
      {newEmail && !sentTo && <p className="text-quiet">{words.emailWaits(newEmail)}</p>}
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
      {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
      {sentTo && <Notice tone="success">{words.emailSent(sentTo)}</Notice>}
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        busy={sending.isPending}
        busyLabel={words.saving}
      >
        {words.changeEmail}
      </Button>
    </form>
  );
}
