/** Passwords, second factors and recovery codes: for the sign-in and for the account. */

import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import { Problem } from "#api/client.ts";
import { enrol, showCode, showRecoveryCode, signInWays } from "#api/staff-auth.ts";
import { staffKeys } from "#api/staff-keys.ts";
import type { FactorShown } from "#api/staff-session.ts";
import { company } from "#content/company.ts";
import { companyFileName, saveFile } from "#lib/save-file.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { FormSelect, FormTextField } from "../shell/form.tsx";
import { problemMessage, StaffProblem } from "../shell/screen.tsx";
import type { SendForm } from "../shell/send-form.tsx";

/** Notice for an error of the auth service, if there is one. */
export function AuthError({ error }: { error: unknown }) {
  if (error === null) return null;
  const message = error instanceof Problem && m.staff_sign_in_refusal({ code: error.code });
  return <Notice tone="danger">{message || problemMessage(error)}</Notice>;
}

type AuthFormProps = Omit<ComponentProps<typeof SendForm>, "className">;

/** A form for the auth service: why it was refused, and a button as wide as its fields. */
export const AuthForm = ({
  sending,
  confirm,
  busyLabel,
  beside,
  children,
  ...form
}: AuthFormProps) => (
  <form {...form} className="grid min-w-0 gap-4" noValidate>
    {children}
    <AuthError error={sending.error} />
    <Button type="submit" busy={sending.isPending} busyLabel={busyLabel}>
      {confirm}
    </Button>
    {beside}
  </form>
);

const passwordSchema = v.pipe(
  v.object({
    name: v.optional(requiredText(m.staff_account_name_missing())),
    password: v.pipe(v.string(), v.nonEmpty(m.staff_sign_in_password_missing())),
    again: v.string(),
  }),
  v.forward(
    v.partialCheck(
      [["password"], ["again"]],
      ({ password, again }) => password === again,
      m.staff_sign_in_not_the_same(),
    ),
    ["again"],
  ),
);

type PasswordFieldsProps = {
  /** Account of the password, so that password managers store both together. */
  email: string;
  /** Whether colleagues know this account by its email address alone so far. */
  asksName?: boolean;
  send: (password: string, name?: string) => Promise<unknown>;
};

/** A new password, typed twice. It ends all sessions, so nothing is shown afterwards. */
export function PasswordFields({ email, asksName = false, send }: PasswordFieldsProps) {
  const sending = useMutation({
    mutationFn: ({ password, name }: { password: string; name?: string | undefined }) =>
      send(password, name),
  });
  const { control, handleSubmit } = useForm({
    resolver: valibotResolver(passwordSchema),
    defaultValues: { ...(asksName && { name: "" }), password: "", again: "" },
  });
  const submit = handleSubmit((values) => sending.mutate(values));

  return (
    <AuthForm
      onSubmit={submit}
      sending={sending}
      confirm={m.staff_sign_in_save_password()}
      busyLabel={m.staff_sign_in_saving()}
    >
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {asksName && (
        <FormTextField
          control={control}
          name="name"
          label={m.staff_account_name()}
          hint={m.staff_account_name_hint()}
          autoComplete="name"
          maxLength={100}
        />
      )}
      <FormTextField
        control={control}
        name="password"
        label={m.staff_sign_in_new_password()}
        type="password"
        autoComplete="new-password"
      />
      <FormTextField
        control={control}
        name="again"
        label={m.staff_sign_in_repeat()}
        type="password"
        autoComplete="new-password"
      />
    </AuthForm>
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
  const missing = isByPaper ? m.staff_sign_in_recovery_missing() : m.staff_sign_in_code_missing();
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
    <AuthForm
      onSubmit={handleSubmit((shown) => sending.mutate(shown))}
      sending={sending}
      confirm={m.staff_sign_in_show_code()}
      busyLabel={m.staff_sign_in_checking()}
      beside={
        <Button variant="link" onClick={changeWay}>
          {isByPaper ? m.staff_sign_in_code_instead() : m.staff_sign_in_recovery_instead()}
        </Button>
      }
    >
      <p className="text-quiet">
        {isByPaper ? m.staff_sign_in_recovery_lead() : m.staff_sign_in_code_lead()}
      </p>
      {factors.length > 1 && !isByPaper && (
        <FormSelect
          control={control}
          name="factorId"
          label={m.staff_sign_in_factor()}
          options={factors.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {isByPaper ? (
        <FormTextField
          control={control}
          name="code"
          label={m.staff_sign_in_recovery_code()}
          hint={m.staff_sign_in_recovery_hint()}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
      ) : (
        <FormTextField
          control={control}
          name="code"
          label={m.staff_sign_in_code()}
          inputMode="numeric"
          autoComplete="one-time-code"
        />
      )}
    </AuthForm>
  );
}

const codeSchema = v.object({ code: requiredText(m.staff_sign_in_code_missing()) });

type NewFactorProps = {
  /** Name of the factor; the service chooses one when it is empty. */
  name?: string;
  confirm: (shown: { factorId: string; code: string }) => Promise<unknown>;
  onDone: () => void;
};

/** Enrollment of an authenticator: QR code, key for manual entry, and the first code. */
export function NewFactor({ name = "", confirm, onDone }: NewFactorProps) {
  const { data, error, refetch } = useQuery({
    queryKey: staffKeys.signIn.newFactor(name),
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
  if (!data) return <Spinner label={m.staff_sign_in_enrol_preparing()} />;
  return (
    <AuthForm
      onSubmit={handleSubmit(({ code }) => sending.mutate({ factorId: data.id, code }))}
      sending={sending}
      confirm={m.staff_sign_in_confirm()}
      busyLabel={m.staff_sign_in_checking()}
    >
      <p>{m.staff_sign_in_enrol_scan()}</p>
      <img
        className="mx-auto"
        src={data.picture}
        alt={m.staff_sign_in_enrol_picture()}
        width="220"
        height="220"
      />
      <p>
        {m.staff_sign_in_enrol_secret()}{" "}
        <code className="mt-1 block text-md tracking-[0.04em] wrap-anywhere select-all">
          {inGroups(data.secret)}
        </code>
      </p>
      <p>{m.staff_sign_in_enrol_then()}</p>
      <FormTextField
        control={control}
        name="code"
        label={m.staff_sign_in_code()}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </AuthForm>
  );
}

const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, "$1 ");

type RecoveryCodesProps = { codes: readonly string[]; email: string };

/** Recovery codes to print or save: they are never shown again. */
export function RecoveryCodes({ codes, email }: RecoveryCodesProps) {
  const download = () => {
    const text = [
      m.staff_sign_in_codes_file_head({ companyName: company.name, email }),
      "",
      ...codes,
      "",
    ].join("\n");
    saveFile(
      new Blob([text], { type: "text/plain" }),
      companyFileName(m.staff_sign_in_codes_file()),
    );
  };

  return (
    <div className="grid gap-4">
      <ol
        className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-sm bg-surface-sunken p-4 text-md"
        aria-label={m.staff_sign_in_codes_list()}
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button variant="outline" size="sm" onClick={download}>
          {m.staff_sign_in_download()}
        </Button>
        <Button variant="outline" size="sm" onClick={() => window.print()}>
          {m.staff_sign_in_print()}
        </Button>
      </div>
    </div>
  );
}

/** External sign-in providers; empty until the server has returned them. */
export function useSignInWays() {
  const { data = NO_OTHER_WAY } = useQuery({
    queryKey: staffKeys.signIn.ways,
    queryFn: signInWays,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

const NO_OTHER_WAY = { providers: [], isMailStored: false };

export const nameOf = (provider: string) => provider.charAt(0).toUpperCase() + provider.slice(1);
