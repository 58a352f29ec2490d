import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { signIn, signInBy } from "#api/staff-auth.ts";
import type { StaffState } from "#api/staff-session.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import { authErrorMessage } from "./auth-error-message.ts";
import { endingWords, newsWords, doorWords as words } from "./copy.ts";
import { SignInCard } from "./sign-in-card.tsx";
import { nameOf, useProviders } from "./use-providers.ts";

type EntranceFormProps = { state: StaffState; onForgotten: () => void };

/** Sign-in by e-mail and password, or by an external provider. */
export function SignInForm({ state, onForgotten }: EntranceFormProps) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [isChecked, setChecked] = useState(false);
  const sending = useMutation({ mutationFn: signIn });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (email.trim() && password) sending.mutate({ email: email.trim(), password });
  };

  return (
    <SignInCard title={words.title} lead={words.lead}>
      <Before state={state} />
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
        <TextField
          label={words.password}
          name="password"
          type="password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
          error={isChecked && !password ? words.passwordMissing : undefined}
        />
        {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
        <Button type="submit" busy={sending.isPending} busyLabel={words.signingIn}>
          {words.signIn}
        </Button>
      </form>
      <Elsewhere />
      <Button variant="link" onClick={onForgotten}>
        {words.forgotten}
      </Button>
    </SignInCard>
  );
}

// Why the previous session ended.
function Before({ state }: { state: StaffState }) {
  if (state.news)
    return <Notice tone="warning">{newsWords[state.news] ?? newsWords.general}</Notice>;
  if (state.is !== "out" || !state.why) return null;
  return <Notice>{endingWords[state.why]}</Notice>;
}

// Without a response there is still the password.
function Elsewhere() {
  const providers = useProviders();
  const going = useMutation({ mutationFn: signInBy });

  if (providers.length === 0) return null;
  return (
    <div className="grid min-w-0 gap-4">
      <p className="max-w-none text-center text-quiet">{words.or}</p>
      {providers.map((provider) => (
        <Button variant="outline" key={provider} onClick={() => going.mutate(provider)}>
          {words.by(nameOf(provider))}
        </Button>
      ))}
      {going.error !== null && <Notice tone="danger">{authErrorMessage(going.error)}</Notice>}
    </div>
  );
}
