import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useFieldArray, useForm } from "react-hook-form";
import * as v from "valibot";
import type { Schemas } from "#api/client.ts";
import { callStaff } from "#api/staff-calls.ts";
import { asShortInput, centsIn } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { FormTextField, showProblem } from "../shell/form.tsx";
import { Changes, Settings, SettingsForm, useSettings, useSettingsSaved } from "./section.tsx";

export type PermitFees = Schemas["PermitFeesOut"];

const dollars = v.pipe(
  v.string(),
  v.check((text) => centsIn(text) !== null, m.staff_permits_fee_wrong()),
  v.transform((text) => centsIn(text) ?? 0),
);
const schema = v.object({
  default_cents: dollars,
  towns: v.array(v.object({ name: requiredText(m.staff_settings_missing()), fee_cents: dollars })),
});

/** What each town's permit costs (OPS-14.2). */
export function PermitsSection() {
  const query = useSettings("permits", () => callStaff("get", "/api/staff/settings/permits", {}));

  return (
    <Settings query={query}>
      {(fees) => (
        <>
          <PermitsForm key={fees.version} fees={fees} onLookAgain={() => void query.refetch()} />
          <Changes changes={fees.history} labelOf={() => m.staff_settings_permits()} />
        </>
      )}
    </Settings>
  );
}

function PermitsForm({ fees, onLookAgain }: { fees: PermitFees; onLookAgain: () => void }) {
  const { version } = fees;
  const form = useForm({
    resolver: valibotResolver(schema),
    defaultValues: {
      default_cents: asShortInput(fees.default_cents),
      towns: fees.towns.map(({ name, fee_cents }) => ({
        name,
        fee_cents: asShortInput(fee_cents),
      })),
    },
  });
  const { control, handleSubmit } = form;
  const rows = useFieldArray({ control, name: "towns" });
  const saving = useMutation({
    mutationFn: (values: v.InferOutput<typeof schema>) =>
      callStaff("put", "/api/staff/settings/permits", { body: { version, ...values } }),
    onSuccess: useSettingsSaved("permits"),
    onError: (failure) => showProblem(form, failure),
  });

  return (
    <SettingsForm
      id="permits"
      title={m.staff_settings_permits()}
      note={m.staff_permits_note()}
      saving={saving}
      onSubmit={handleSubmit((values) => saving.mutate(values))}
      onLookAgain={onLookAgain}
    >
      <FormTextField
        control={control}
        name="default_cents"
        label={m.staff_permits_others()}
        inputMode="decimal"
        size="sm"
      />
      {rows.fields.map(({ id }, at) => (
        <div
          key={id}
          className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_10rem_max-content]"
        >
          <FormTextField
            control={control}
            name={`towns.${at}.name`}
            label={m.staff_permits_town()}
            size="sm"
            autoComplete="off"
            maxLength={100}
          />
          <FormTextField
            control={control}
            name={`towns.${at}.fee_cents`}
            label={m.staff_permits_fee()}
            inputMode="decimal"
            size="sm"
          />
          <Button variant="outline" size="md" onClick={() => rows.remove(at)}>
            {m.staff_settings_remove()}
          </Button>
        </div>
      ))}
      <div>
        <Button
          variant="outline"
          size="md"
          onClick={() => rows.append({ name: "", fee_cents: "" })}
        >
          {m.staff_permits_add()}
        </Button>
      </div>
    </SettingsForm>
  );
}
