import { type FormEvent, useState } from "react";
import { recover } from "#lib/api/staff-auth.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useSending } from "#ui/use-sending.ts";
import { authWordsOf } from "./auth-words.ts";
import { doorWords as words } from "./copy.ts";
import { DoorCard } from "./door-card.tsx";

/** The answer is the same whoever asks: nobody learns who works here. */
export function ForgottenForm({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState("");
  const [isLooked, setLooked] = useState(false);
  const [sentTo, setSentTo] = useState("");
  const sending = useSending(recover, { onDone: () => setSentTo(email.trim()) });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLooked(true);
    if (email.trim()) sending.press(email.trim());
  };

  return (
    <DoorCard title={words.forgottenTitle} lead={words.forgottenLead}>
      <form className="door__form" onSubmit={submit} noValidate>
        <TextField
          label={words.email}
          name="email"
          type="email"
          value={email}
          onChange={setEmail}
          autoComplete="username"
          error={isLooked && !email.trim() ? words.emailMissing : undefined}
        />
        {sending.failure !== null && <Notice tone="danger">{authWordsOf(sending.failure)}</Notice>}
        {sentTo && <Notice tone="success">{words.linkSent(sentTo)}</Notice>}
        <Button type="submit" busy={sending.pending !== null} busyLabel={words.sending}>
          {words.sendLink}
        </Button>
      </form>
      <Button variant="link" onClick={onBack}>
        {words.back}
      </Button>
    </DoorCard>
  );
}
