import { valibotResolver } from "@hookform/resolvers/valibot";
import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import * as v from "valibot";
import type { Schemas } from "#api/client.ts";
import { callStaff } from "#api/staff-calls.ts";
import { m } from "#paraglide/messages.js";
import { requiredText } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { FormPhoneField, FormTextField, showProblem } from "../shell/form.tsx";
import { LookSection } from "./look-section.tsx";
import { Changes, Settings, SettingsForm, useSettings, useSettingsSaved } from "./section.tsx";

export type CompanySettings = Schemas["CompanySettingsOut"];
type Facts = CompanySettings["facts"];
type Fact = keyof Facts;

const labels: Record<Fact, () => string> = {
  name: m.staff_company_name,
  legal_name: m.staff_company_legal_name,
  licence: m.staff_company_licence,
  regulator: m.staff_company_regulator,
  phone: m.staff_company_phone,
  email: m.staff_company_email,
  address: m.staff_company_address,
  hours: m.staff_company_hours,
  support_hours: m.staff_company_support_hours,
};
const hints: Partial<Record<Fact, () => string>> = {
  name: m.staff_company_name_hint,
  legal_name: m.staff_company_legal_name_hint,
  regulator: m.staff_company_regulator_hint,
  email: m.staff_company_email_hint,
  hours: m.staff_company_hours_hint,
};
const names = Object.keys(labels) as Fact[];
const filled = requiredText(m.staff_settings_missing());
const schema = v.object({
  name: filled,
  legal_name: filled,
  licence: filled,
  regulator: filled,
  phone: v.pipe(
    v.string(),
    v.check((phone) => phone.replace(/\D/g, "").length >= 10, m.staff_company_phone_wrong()),
  ),
  email: filled,
  address: filled,
  hours: filled,
  support_hours: filled,
});

/** Who the company is, for pages, messages and papers (OPS-14.1). */
export function CompanySection() {
  const query = useSettings("company", () => callStaff("get", "/api/staff/settings/company", {}));

  return (
    <>
      <Settings query={query}>
        {(settings) => (
          <>
            <CompanyForm
              key={settings.version}
              settings={settings}
              onLookAgain={() => void query.refetch()}
            />
            <Changes
              changes={settings.history}
              labelOf={(name) => labels[name as Fact]?.() ?? name}
            />
          </>
        )}
      </Settings>
      <LookSection />
    </>
  );
}

type CompanyFormProps = { settings: CompanySettings; onLookAgain: () => void };

function CompanyForm({ settings, onLookAgain }: CompanyFormProps) {
  const form = useForm({ resolver: valibotResolver(schema), defaultValues: settings.facts });
  const saving = useMutation({
    mutationFn: (facts: Facts) =>
      callStaff("put", "/api/staff/settings/company", {
        body: { version: settings.version, facts },
      }),
    onSuccess: useSettingsSaved("company", { isCompany: true }),
    onError: (failure) => showProblem(form, failure),
  });
  const invented = names.filter((name) => settings.sources[name] === "invented");

  return (
    <SettingsForm
      id="company"
      title={m.staff_settings_company()}
      note={m.staff_company_note()}
      saving={saving}
      onSubmit={form.handleSubmit((facts) => saving.mutate(facts))}
      onLookAgain={onLookAgain}
    >
      {invented.length > 0 && (
        <Notice tone="warning">
          {m.staff_company_invented({ facts: invented.map((name) => labels[name]()).join(", ") })}
        </Notice>
      )}
      {names.map((name) => {
        const Field = name === "phone" ? FormPhoneField : FormTextField;
        return (
          <Field
            key={name}
            control={form.control}
            name={name}
            label={labels[name]()}
            hint={[hints[name]?.(), sourceOf(settings, name)].filter(Boolean).join(" ")}
            autoComplete="off"
            size="sm"
          />
        );
      })}
    </SettingsForm>
  );
}

function sourceOf({ sources, otherwise }: CompanySettings, name: Fact): string {
  if (sources[name] === "screen") return m.staff_settings_otherwise({ value: otherwise[name] });
  return sources[name] === "environment" ? m.staff_settings_from_environment() : "";
}
