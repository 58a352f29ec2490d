import { valibotResolver } from "@hookform/resolvers/valibot";
import { type Control, useForm } from "react-hook-form";
import * as v from "valibot";
import { api, Problem, unwrap } from "#api/client.ts";
import { readSession, removeSession, writeSession } from "#lib/storage.ts";
import { m } from "#paraglide/messages.js";
import { AddressAutofillParts, useAddressAutofill } from "#ui/address-autofill.tsx";
import { Button } from "#ui/button.tsx";
import { PhoneLink } from "#ui/call-us.tsx";
import { requiredText, showServerErrors, useFormChange, useFormField } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { PhoneField } from "#ui/phone-field.tsx";
import { phoneText } from "#ui/phone-text.ts";
import { TextArea, TextField } from "#ui/text-field.tsx";
import { MOST_STEPS } from "./run.ts";
import type { SentRequest } from "./sent-request.ts";

const TYPED_KEY = "manualQuote";

const schema = v.object({
  name: requiredText(m.contact_name_missing()),
  phone: phoneText(m.contact_phone_short()),
  email: v.string(),
  address: requiredText(m.coverage_check_empty()),
  notes: v.string(),
});

type Values = v.InferOutput<typeof schema>;
/** A run of so many steps, or the loads that are more than the largest generator carries. */
export type Wanted = { steps: number } | { loads: string };

type ManualQuoteProps = {
  wanted: Wanted;
  /** Values the booking already has. */
  initial: Partial<Values>;
  /** With what we answered: the reference, and by when we call. */
  onSent: (sent: SentRequest) => void;
};

// What was typed before a reload, else what the booking has.
const startValues = (initial: Partial<Values>): Values => ({
  ...{ name: "", phone: "", email: "", address: "", notes: "" },
  ...initial,
  ...readSession<Partial<Values>>(TYPED_KEY),
});

/** Quote request for what has no price here, so staff price it. */
export function ManualQuote({ wanted, initial, onSent }: ManualQuoteProps) {
  const form = useForm({ resolver: valibotResolver(schema), defaultValues: startValues(initial) });
  const { control, formState, handleSubmit, setError } = form;
  const { root } = formState.errors;

  useFormChange(form, (values) => writeSession(TYPED_KEY, values));

  const send = handleSubmit(async (values) => {
    try {
      const sent = await unwrap(
        api.POST("/api/manual-quote-requests", { body: { ...values, loads: "", ...wanted } }),
      );
      removeSession(TYPED_KEY);
      onSent(sent);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      const isBesideField = showServerErrors(form, problem.errors);
      setError("root", isBesideField ? { message: m.errors_check_fields() } : failureOf(problem));
    }
  });

  return (
    <form className="grid min-w-0 gap-4" noValidate onSubmit={send}>
      <h4 className="text-lg">
        {"loads" in wanted ? m.manual_quote_title_larger() : m.manual_quote_title()}
      </h4>
      <p className="text-quiet">
        {"loads" in wanted ? m.manual_quote_lead_larger() : m.manual_quote_lead()}
      </p>
      <Questions control={control} wanted={wanted} />
      <Button
        type="submit"
        variant="cta-green"
        size="lg"
        busy={formState.isSubmitting}
        busyLabel={m.manual_quote_sending()}
      >
        {m.manual_quote_send()}
      </Button>
      {root && (
        <Notice tone="danger">
          {root.message} {root.type === "call" && <PhoneLink />}
        </Notice>
      )}
    </form>
  );
}

function Questions({ control, wanted }: { control: Control<Values>; wanted: Wanted }) {
  const name = useFormField(control, "name"); // in the order in which the first error is focused
  const address = useFormField(control, "address");
  const autofill = useAddressAutofill(address.onChange);
  return (
    <>
      <TextField
        {...name}
        label={m.manual_quote_name()}
        maxLength={100}
        required
        autoComplete="name"
      />
      <PhoneField
        {...useFormField(control, "phone")}
        label={m.manual_quote_phone()}
        required
        hint={m.manual_quote_consent()}
      />
      <TextField
        {...useFormField(control, "email")}
        label={m.manual_quote_email()}
        maxLength={254}
        type="email"
        autoComplete="email"
        hint={m.manual_quote_email_hint()}
      />
      <TextField
        {...address}
        onChange={(text) => address.onChange(autofill.takeLine(text))}
        label={m.manual_quote_address()}
        maxLength={300}
        required
        autoComplete="street-address"
      />
      <AddressAutofillParts onFill={autofill.takePart} />
      <TextArea
        {...useFormField(control, "notes")}
        label={m.manual_quote_notes()}
        maxLength={1000}
        rows={3}
        hint={hintOf(wanted)}
      />
    </>
  );
}

function hintOf(wanted: Wanted): string {
  if ("loads" in wanted) return m.manual_quote_notes_hint_larger();
  return wanted.steps < MOST_STEPS
    ? m.manual_quote_notes_hint()
    : m.manual_quote_farther({ mostSteps: MOST_STEPS });
}

function failureOf({ status }: Problem) {
  const message =
    status === 0
      ? m.manual_quote_offline()
      : status === 429
        ? m.manual_quote_too_many()
        : m.manual_quote_failed();
  return { type: "call", message };
}
