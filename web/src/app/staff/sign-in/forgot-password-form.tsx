import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { recover } from "#api/staff-auth.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import { authErrorMessage } from "./auth-error-message.ts";
import { doorWords as words } from "./copy.ts";
import { SignInCard } from "./sign-in-card.tsx";

// The response is the same for any address, so that nobody learns who works here.
export function ForgotPasswordForm({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState("");
  const [isChecked, setChecked] = useState(false);
  const [sentTo, setSentTo] = useState("");
  const sending = useMutation({ mutationFn: recover, onSuccess: () => setSentTo(email.trim()) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (email.trim()) sending.mutate(email.trim());
  };

  return (
    <SignInCard title={words.forgottenTitle} lead={words.forgottenLead}>
      <form className="grid min-w-0 gap-4" onSubmit={submit} noValidate>
        <TextField
          label={words.email}
          name="email"
          type="email"
          value={email}
          onChange={setEmail}
          autoComplete="username"
          error={isChecked && !email.trim() ? words.emailMissing : undefined}
        />
        {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
        {sentTo && <Notice tone="success">{words.linkSent(sentTo)}</Notice>}
        <Button type="submit" busy={sending.isPending} busyLabel={words.sending}>
          {words.sendLink}
        </Button>
      </form>
      <Button variant="link" onClick={onBack}>
        {words.back}
      </Button>
    </SignInCard>
  );
}
