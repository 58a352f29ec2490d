import { type FormEvent, useRef, useState } from "react";
import type { ProposalState } from "#api/my-booking.ts";
import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import { copy } from "./copy.ts";
import { useAcceptance } from "./use-acceptance.ts";

type AcceptFormProps = { proposal: ProposalState; onAccepted: () => void };

/**
 * Acceptance of exactly this document by typed name and checkbox, with the right to cancel beside
 * them.
 */
export function AcceptForm({ proposal, onAccepted }: AcceptFormProps) {
  const { accept, isPending, refusal } = useAcceptance(proposal, onAccepted);
  const [name, setName] = useState("");
  const [agrees, setAgrees] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const isReady = name.trim() !== "" && agrees;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isReady) return accept(name.trim());
    requestAnimationFrame(() =>
      form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(),
    );
  };

  return (
    <form ref={form} className="grid gap-4 border-t border-line pt-4" noValidate onSubmit={submit}>
      <h3>{copy.acceptTitle}</h3>
      <TextField
        label={copy.name}
        hint={copy.nameHint}
        name="typed_name"
        autoComplete="name"
        maxLength={100}
        required
        value={name}
        onChange={setName}
        error={isChecked && name.trim() === "" ? copy.nameMissing : undefined}
      />
      <Checkbox
        name="agrees"
        required
        checked={agrees}
        onChange={setAgrees}
        error={isChecked && !agrees ? copy.agreeMissing : undefined}
        label={
          <>
            {copy.agree} <a href={paths.legal.agreement}>{copy.agreement}</a>.
          </>
        }
      />
      <div className="grid gap-1 rounded-sm border border-line-strong px-5 py-4 text-sm">
        <h4 className="text-sm">{copy.rightTitle}</h4>
        <p>
          <strong>{copy.right}</strong>
        </p>
        <p>{copy.rightMore}</p>
      </div>
      {refusal && (
        <Notice tone="danger">
          {refusal} {copy.orCall} <a href={telHref(company.phone)}>{company.phone}</a>
        </Notice>
      )}
      <div>
        <Button
          type="submit"
          variant="cta-green"
          size="lg"
          busy={isPending}
          busyLabel={copy.accepting}
        >
          {copy.accept}
        </Button>
      </div>
    </form>
  );
}
