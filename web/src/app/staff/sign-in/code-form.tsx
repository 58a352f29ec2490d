import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { showCode, showRecoveryCode } from "#api/staff-auth.ts";
import type { FactorShown } from "#api/staff-session.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { SelectField } from "#ui/select-field.tsx";
import { TextField } from "#ui/text-field.tsx";
import { authErrorMessage } from "./auth-error-message.ts";
import { doorWords as words } from "./copy.ts";

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
      <p className="text-quiet">{isByPaper ? words.recoveryLead : words.codeLead}</p>
      {factors.length > 1 && !isByPaper && (
        <SelectField
          label={words.factor}
          name="factor"
          value={factorId}
          onChange={setFactorId}
          options={factors.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <CodeField {...{ isByPaper, isMissing, code }} onChange={setCode} />
      {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
      <Button type="submit" busy={sending.isPending} busyLabel={words.checking}>
        {words.showCode}
      </Button>
      <Button variant="link" onClick={changeWay}>
        {isByPaper ? words.codeInstead : words.recoveryInstead}
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
        label={words.recoveryCode}
        name="recovery-code"
        value={code}
        onChange={onChange}
        hint={words.recoveryHint}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={isMissing ? words.recoveryMissing : undefined}
      />
    );
  }
  return (
    <TextField
      label={words.code}
      name="code"
      value={code}
      onChange={onChange}
      inputMode="numeric"
      autoComplete="one-time-code"
      error={isMissing ? words.codeMissing : undefined}
    />
  );
}
