import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import { authErrorMessage } from "./auth-error-message.ts";
import { doorWords as words } from "./copy.ts";

type PasswordFieldsProps = {
  /** Account of the password, so that password managers store both together. */
  email: string;
  send: (password: string) => Promise<unknown>;
};

/** A new password, typed twice. It ends all sessions, so nothing is shown afterwards. */
export function PasswordFields({ email, send }: PasswordFieldsProps) {
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const [isChecked, setChecked] = useState(false);
  const sending = useMutation({ mutationFn: send });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (password && password === again) sending.mutate(password);
  };

  return (
    <form className="grid min-w-0 gap-4" onSubmit={submit} noValidate>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label={words.newPassword}
        name="new-password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        error={isChecked && !password ? words.passwordMissing : undefined}
      />
      <TextField
        label={words.repeat}
        name="new-password-again"
        type="password"
        value={again}
        onChange={setAgain}
        autoComplete="new-password"
        error={isChecked && password !== again ? words.notTheSame : undefined}
      />
      {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
      <Button type="submit" busy={sending.isPending} busyLabel={words.keeping}>
        {words.keepPassword}
      </Button>
    </form>
  );
}
