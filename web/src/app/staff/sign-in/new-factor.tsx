import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { enrol } from "#api/staff-auth.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TextField } from "#ui/text-field.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { authErrorMessage } from "./auth-error-message.ts";
import { doorWords as words } from "./copy.ts";

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
  if (!data) return <Spinner label={words.enrolPreparing} />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (code.trim()) sending.mutate({ factorId: data.id, code });
  };
  return (
    <form className="grid min-w-0 gap-4" onSubmit={submit} noValidate>
      <p>{words.enrolScan}</p>
      <img
        className="mx-auto"
        src={data.picture}
        alt={words.enrolPicture}
        width="220"
        height="220"
      />
      <p>
        {words.enrolSecret}{" "}
        <code className="mt-1 block text-md tracking-[0.04em] wrap-anywhere select-all">
          {inGroups(data.secret)}
        </code>
      </p>
      <p>{words.enrolThen}</p>
      <TextField
        label={words.code}
        name="code"
        value={code}
        onChange={setCode}
        inputMode="numeric"
        autoComplete="one-time-code"
        error={isChecked && !code.trim() && !sending.error ? words.codeMissing : undefined}
      />
      {sending.error !== null && <Notice tone="danger">{authErrorMessage(sending.error)}</Notice>}
      <Button type="submit" busy={sending.isPending} busyLabel={words.checking}>
        {words.confirm}
      </Button>
    </form>
  );
}

const inGroups = (secret: string) => secret.replaceAll(/(.{4})(?=.)/g, "$1 ");
