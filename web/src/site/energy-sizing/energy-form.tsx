import { type FormEvent, type ReactNode, type Ref, useRef, useState } from "react";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { TextField } from "#ui/text-field.tsx";
import {
  type EnergyData,
  type EnergyErrors,
  energyErrors,
  readDraft,
  storeDraft,
  storeEnergyData,
} from "./energy-data.ts";

export type AddressField = {
  value: string;
  onChange: (address: string) => void;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
};

type EnergyFormProps = {
  /** The address search belongs to another feature and is passed in by the app. */
  addressField: (field: AddressField) => ReactNode;
  onSaved: () => void;
  onCancel: () => void;
};

/** Address, bill and usage (REC-01.2). Every keystroke is saved, so a reload loses nothing. */
export function EnergyForm({ addressField, onSaved, onCancel }: EnergyFormProps) {
  const [draft, setDraft] = useState(readDraft);
  const [errors, setErrors] = useState<EnergyErrors>({});
  const [isKept, setKept] = useState(true);
  const address = useRef<HTMLInputElement>(null);
  const bill = useRef<HTMLInputElement>(null);
  const usage = useRef<HTMLInputElement>(null);

  const set = (name: keyof EnergyData) => (value: string) => {
    const next = { ...draft, [name]: value };
    setDraft(next);
    storeDraft(next);
    if (errors[name]) setErrors({ ...errors, [name]: energyErrors(next)[name] });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problems = energyErrors(draft);
    setErrors(problems);
    if (problems.address) return address.current?.focus();
    if (problems.electricBill) return bill.current?.focus();
    if (problems.kwhUsage) return usage.current?.focus();
    if (!storeEnergyData(draft)) return setKept(false);
    onSaved();
  };

  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <p className="text-quiet">{m.energy_sizing_energy_lead()}</p>
      {addressField({
        value: draft.address,
        onChange: set("address"),
        error: errors.address,
        inputRef: address,
      })}
      <TextField
        name="electricBill"
        label={m.energy_sizing_energy_bill()}
        hint={m.energy_sizing_energy_bill_hint()}
        value={draft.electricBill}
        onChange={set("electricBill")}
        error={errors.electricBill}
        inputRef={bill}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        required
      />
      <TextField
        name="kwhUsage"
        label={m.energy_sizing_energy_usage()}
        hint={m.energy_sizing_energy_usage_hint()}
        value={draft.kwhUsage}
        onChange={set("kwhUsage")}
        error={errors.kwhUsage}
        inputRef={usage}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
      />
      {!isKept && <Notice tone="danger">{m.energy_sizing_energy_not_saved()}</Notice>}
      <div className="mt-2 grid gap-2 sm:grid-cols-[1fr_auto]">
        <Button type="submit" variant="cta-green" size="lg">
          {m.energy_sizing_energy_submit()}
        </Button>
        <Button variant="outline" size="lg" onClick={onCancel}>
          {m.energy_sizing_energy_cancel()}
        </Button>
      </div>
    </form>
  );
}
