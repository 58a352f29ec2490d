import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Problem } from "#api/client.ts";
import { enrol, showCode, showRecoveryCode, signInProviders } from "#api/staff-auth.ts";
import type { FactorShown } from "#api/staff-session.ts";
import { saveFile } from "#lib/save-file.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TextField } from "#ui/text-field.tsx";
import { problemMessage, StaffProblem } from "../shell/problem.tsx";
import { doorWords, refusalWords } from "./copy.ts";

/** Message for an error of the auth service. */
export function authErrorMessage(failure: unknown): string {
  const message = failure instanceof Problem ? refusalWords[failure.code] : undefined;
  return message ?? problemMessage(failure);
}

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
        label={doorWords.newPassword}
        name="new-password"
        type="password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        error={isChecked && !password ? doorWords.passwordMissing : undefined}
      />
      <TextField
        label={doorWords.repeat}
        name="new-password-again"
        type="password"
        value={again}
        onChange={setAgain}
        autoComplete="new-password"
        error={isChecked && password !== again ? doorWords.notTheSame : undefined}
      />
      {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
      <Button type="submit" busy={sending.isPending} busyLabel={doorWords.keeping}>
        {doorWords.keepPassword}
      </Button>
    </form>
  );
}

type CodeFormProps = {
  factors: readonly FactorShown[];
  /** Called once the factor is verified and the session is at assurance level 2. */
  onShown?: () => void;
};

/** Second factor: a code of the authenticator app, or a recovery code when the phone is lost. */
export function CodeForm({ factors, onShown = () => {} }: CodeFormProps) {
  const [isByPaper, setByPaper] = useState(false);
  const [code, setCode] = useState("");
  const [factorId, setFactorId] = useState(factors[0]?.id ?? "");
  const [isChecked, setChecked] = useState(false);
  const show = () => (isByPaper ? showRecoveryCode(code) : showCode({ factorId, code }));
  const sending = useMutation({ mutationFn: show, onSuccess: onShown, onError: () => setCode("") });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (code.trim()) sending.mutate();
  };
  const changeWay = () => {
    setByPaper(!isByPaper);
    setCode("");
    setChecked(false);
    sending.reset();
  };
  const isMissing = isChecked && !code.trim() && sending.error === null;

  return (
    <form className="grid min-w-0 gap-4" onSubmit={submit} noValidate>
      <p className="text-quiet">{isByPaper ? doorWords.recoveryLead : doorWords.codeLead}</p>
      {factors.length > 1 && !isByPaper && (
        <SelectField
          label={doorWords.factor}
          name="factor"
          value={factorId}
          onChange={setFactorId}
          options={factors.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <CodeField {...{ isByPaper, isMissing, code }} onChange={setCode} />
      {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
      <Button type="submit" busy={sending.isPending} busyLabel={doorWords.checking}>
        {doorWords.showCode}
      </Button>
      <Button variant="link" onClick={changeWay}>
        {isByPaper ? doorWords.codeInstead : doorWords.recoveryInstead}
      </Button>
    </form>
  );
}

type CodeFieldProps = {
  isByPaper: boolean;
  isMissing: boolean;
  code: string;
  onChange: (code: string) => void;
};

function CodeField({ isByPaper, isMissing, code, onChange }: CodeFieldProps) {
  if (isByPaper) {
    return (
      <TextField
        label={doorWords.recoveryCode}
        name="recovery-code"
        value={code}
        onChange={onChange}
        hint={doorWords.recoveryHint}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={isMissing ? doorWords.recoveryMissing : undefined}
      />
    );
  }
  return (
    <TextField
      label={doorWords.code}
      name="code"
      value={code}
      onChange={onChange}
      inputMode="numeric"
      autoComplete="one-time-code"
      error={isMissing ? doorWords.codeMissing : undefined}
    />
  );
}

type Enrollment = { factorId: string; code: string };
type NewFactorProps = {
  /** Name of the factor; the service chooses one when it is empty. */
  name?: string;
  confirm: (shown: Enrollment) => Promise<unknown>;
  onDone: () => void;
};

/** Enrollment of an authenticator: QR code, key for manual entry, and the first code. */
export function NewFactor({ name = "", confirm, onDone }: NewFactorProps) {
  const [code, setCode] = useState("");
  const [isChecked, setChecked] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ["new factor", name],
    queryFn: () => enrol(name),
    staleTime: Number.POSITIVE_INFINITY, // requesting again would create another secret
    gcTime: 0,
  });
  const sending = useMutation({
    mutationFn: confirm,
    onSuccess: onDone,
    onError: () => setCode(""),
  });

  if (error) return <StaffProblem problem={error} onAgain={() => void refetch()} />;
  if (!data) return <Spinner label={doorWords.enrolPreparing} />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (code.trim()) sending.mutate({ factorId: data.id, code });
  };
  return (
    <form className="grid min-w-0 gap-4" onSubmit={submit} noValidate>
      <p>{doorWords.enrolScan}</p>
      <img
        className="mx-auto"
        src={data.picture}
        alt={doorWords.enrolPicture}
        width="220"
        height="220"
      />
      <p>
        {doorWords.enrolSecret}{" "}
        <code className="mt-1 block text-md tracking-[0.04em] wrap-anywhere select-all">
          {inGroups(data.secret)}
        </code>
      </p>
      <p>{doorWords.enrolThen}</p>
      <TextField
        label={doorWords.code}
        name="code"
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={isChecked && !code.trim() && !sending.error ? doorWords.codeMissing : undefined}
      />
      {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
      <Button type="submit" busy={sending.isPending} busyLabel={doorWords.checking}>
        {doorWords.confirm}
      </Button>
    </form>
  );
}

const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, "$1 ");

type RecoveryCodesProps = { codes: readonly string[]; email: string };

/** Recovery codes to print or save: they are never shown again. */
export function RecoveryCodes({ codes, email }: RecoveryCodesProps) {
  const download = () => {
    const text = [doorWords.codesFileHead(email), "", ...codes, ""].join("\n");
    saveFile(new Blob([text], { type: "text/plain" }), doorWords.codesFile);
  };

  return (
    <div className="grid gap-4">
      <ol
        className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-sm bg-surface-sunken p-4 text-md"
        aria-label={doorWords.codesList}
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button variant="outline" size="sm" onClick={download}>
          {doorWords.download}
        </Button>
        <Button variant="outline" size="sm" onClick={() => window.print()}>
          {doorWords.print}
        </Button>
      </div>
    </div>
  );
}

/** External sign-in providers; empty until the server has returned them. */
export function useProviders(): string[] {
  const { data = [] } = useQuery({
    queryKey: ["providers elsewhere"],
    queryFn: signInProviders,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

export const nameOf = (provider: string) => provider.charAt(0).toUpperCase() + provider.slice(1);
