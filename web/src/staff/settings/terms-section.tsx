import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import type { Schemas } from "#api/client.ts";
import { callStaff } from "#api/staff-calls.ts";
import { m } from "#paraglide/messages.js";
import { requiredText } from "#ui/form.tsx";
import { FormTextField, showProblem } from "../shell/form.tsx";
import { Changes, Settings, SettingsForm, useSettings, useSettingsSaved } from "./section.tsx";

export type Terms = Schemas["TermsOut"];

const HUNDRED = 100;
export const wholeNumber = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^\d{1,3}$/, m.staff_settings_number_wrong()),
  v.transform(Number),
);
const percent = requiredText(m.staff_settings_missing());
const schema = v.pipe(
  v.object({
    acceptance: wholeNumber,
    equipment: wholeNumber,
    completion: wholeNumber,
    days_to_pay: wholeNumber,
    late_fee_percent: percent,
    sales_tax_percent: percent,
  }),
  v.forward(
    v.partialCheck(
      [["acceptance"], ["equipment"], ["completion"]],
      ({ acceptance, equipment, completion }) => acceptance + equipment + completion === HUNDRED,
      m.staff_terms_shares_wrong(),
    ),
    ["completion"],
  ),
);
type Field = keyof v.InferInput<typeof schema>;

const labels: Record<Field, () => string> = {
  acceptance: m.staff_terms_acceptance,
  equipment: m.staff_terms_equipment,
  completion: m.staff_terms_completion,
  days_to_pay: m.staff_terms_days_to_pay,
  late_fee_percent: m.staff_terms_late_fee,
  sales_tax_percent: m.staff_terms_sales_tax,
};
const hints: Partial<Record<Field, () => string>> = {
  days_to_pay: m.staff_terms_days_to_pay_hint,
  late_fee_percent: m.staff_terms_late_fee_hint,
  sales_tax_percent: m.staff_terms_sales_tax_hint,
};
const fields = Object.keys(labels) as Field[];

/** How the price is paid, and the tax (OPS-14.2). */
export function TermsSection() {
  const query = useSettings("terms", () => callStaff("get", "/api/staff/settings/terms", {}));

  return (
    <Settings query={query}>
      {(terms) => (
        <>
          <TermsForm key={terms.version} terms={terms} onLookAgain={() => void query.refetch()} />
          <Changes changes={terms.history} labelOf={(key) => m.staff_terms_changed({ key })} />
        </>
      )}
    </Settings>
  );
}

function TermsForm({ terms, onLookAgain }: { terms: Terms; onLookAgain: () => void }) {
  const { version, late_fee_percent, sales_tax_percent } = terms;
  const form = useForm({
    resolver: valibotResolver(schema),
    defaultValues: {
      acceptance: String(terms.acceptance),
      equipment: String(terms.equipment),
      completion: String(terms.completion),
      days_to_pay: String(terms.days_to_pay),
      late_fee_percent,
      sales_tax_percent,
    },
  });
  const saving = useMutation({
    mutationFn: (values: v.InferOutput<typeof schema>) =>
      callStaff("put", "/api/staff/settings/terms", { body: { version, ...values } }),
    onSuccess: useSettingsSaved("terms"),
    onError: (failure) => showProblem(form, failure),
  });

  return (
    <SettingsForm
      id="terms"
      title={m.staff_settings_terms()}
      note={m.staff_terms_note()}
      saving={saving}
      onSubmit={form.handleSubmit((values) => saving.mutate(values))}
      onLookAgain={onLookAgain}
    >
      {fields.map((name) => (
        <FormTextField
          key={name}
          control={form.control}
          name={name}
          label={labels[name]()}
          hint={hints[name]?.()}
          inputMode="decimal"
          size="sm"
          autoComplete="off"
        />
      ))}
    </SettingsForm>
  );
}
