/** Passwords, second factors and recovery codes: for the sign-in and for the account. */
import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { Problem } from "#api/client.ts";
import { enrol, showCode, showRecoveryCode, signInProviders } from "#api/staff-auth.ts";
import type { FactorShown } from "#api/staff-session.ts";
import { saveFile } from "#lib/save-file.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { FormSelect, FormTextField, requiredText } from "../shell/form.tsx";
import { problemMessage, StaffProblem } from "../shell/problem.tsx";
import { doorWords, refusalWords } from "./copy.ts";

/** Notice for an error of the auth service, if there is one. */
export function AuthError({ error }: { error: unknown }) {
  if (error === null) return null;
  const message = error instanceof Problem ? refusalWords[error.code] : undefined;
  return <Notice tone="danger">{message ?? problemMessage(error)}</Notice>;
}

const passwordSchema = v.pipe(
  v.object({
    password: v.pipe(v.string(), v.nonEmpty(doorWords.passwordMissing)),
    again: v.string(),
  }),
  v.forward(
    v.partialCheck(
      [["password"], ["again"]],
      ({ password, again }) => password === again,
      doorWords.notTheSame,
    ),
    ["again"],
  ),
);

type PasswordFieldsProps = {
  /** Account of the password, so that password managers store both together. */
  email: string;
  send: (password: string) => Promise<unknown>;
};

/** A new password, typed twice. It ends all sessions, so nothing is shown afterwards. */
export function PasswordFields({ email, send }: PasswordFieldsProps) {
  const sending = useMutation({ mutationFn: send });
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(passwordSchema),
    defaultValues: { password: "", again: "" },
  });
  const submit = handleSubmit(({ password }) => sending.mutate(password));

  return (
    <form className="grid min-w-0 gap-4" onSubmit={submit} noValidate>
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      <FormTextField
        control={control}
        name="password"
        label={doorWords.newPassword}
        type="password"
        autoComplete="new-password"
      />
      <FormTextField
        control={control}
        name="again"
        label={doorWords.repeat}
        type="password"
        autoComplete="new-password"
      />
      <AuthError error={sending.error} />
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
  const missing = isByPaper ? doorWords.recoveryMissing : doorWords.codeMissing;
  const { control, handleSubmit, resetField } = useForm({
    resolver: valibotResolver(v.object({ factorId: v.string(), code: requiredText(missing) })),
    defaultValues: { factorId: factors[0]?.id ?? "", code: "" },
  });
  const sending = useMutation({
    mutationFn: ({ factorId, code }: { factorId: string; code: string }) =>
      isByPaper ? showRecoveryCode(code) : showCode({ factorId, code }),
    onSuccess: onShown,
    onError: () => resetField("code"),
  });
  const changeWay = () => {
    setByPaper(!isByPaper);
    resetField("code");
    sending.reset();
  };

  return (
    <form
      className="grid min-w-0 gap-4"
      onSubmit={handleSubmit((shown) => sending.mutate(shown))}
      noValidate
    >
      <p className="text-quiet">{isByPaper ? doorWords.recoveryLead : doorWords.codeLead}</p>
      {factors.length > 1 && !isByPaper && (
        <FormSelect
          control={control}
          name="factorId"
          label={doorWords.factor}
          options={factors.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {isByPaper ? (
        <FormTextField
          control={control}
          name="code"
          label={doorWords.recoveryCode}
          hint={doorWords.recoveryHint}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      ) : (
        <FormTextField
          control={control}
          name="code"
          label={doorWords.code}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
      <AuthError error={sending.error} />
      <Button type="submit" busy={sending.isPending} busyLabel={doorWords.checking}>
        {doorWords.showCode}
      </Button>
      <Button variant="link" onClick={changeWay}>
        {isByPaper ? doorWords.codeInstead : doorWords.recoveryInstead}
      </Button>
    </form>
  );
}

const codeSchema = v.object({ code: requiredText(doorWords.codeMissing) });

type NewFactorProps = {
  /** Name of the factor; the service chooses one when it is empty. */
  name?: string;
  confirm: (shown: { factorId: string; code: string }) => Promise<unknown>;
  onDone: () => void;
};

/** Enrollment of an authenticator: QR code, key for manual entry, and the first code. */
export function NewFactor({ name = "", confirm, onDone }: NewFactorProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ["new factor", name],
    queryFn: () => enrol(name),
    staleTime: Number.POSITIVE_INFINITY, // requesting again would create another secret
    gcTime: 0,
  });
  const { control, handleSubmit, reset } = useForm({
    resolver: valibotResolver(codeSchema),
    defaultValues: { code: "" },
  });
  const sending = useMutation({
    mutationFn: confirm,
    onSuccess: onDone,
    onError: () => reset(),
  });

  if (error) return <StaffProblem problem={error} onAgain={() => void refetch()} />;
  if (!data) return <Spinner label={doorWords.enrolPreparing} />;
  return (
    <form
      className="grid min-w-0 gap-4"
      onSubmit={handleSubmit(({ code }) => sending.mutate({ factorId: data.id, code }))}
      noValidate
    >
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
      <FormTextField
        control={control}
        name="code"
        label={doorWords.code}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <AuthError error={sending.error} />
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
