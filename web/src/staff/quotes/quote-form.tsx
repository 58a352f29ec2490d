import { valibotResolver } from "@hookform/resolvers/valibot";
import { useState } from "react";
import { FormProvider, type UseFormReturn, useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { useLocation } from "wouter";
import { OWN, type ServerBook } from "#business/prices.ts";
import { AddressCombobox } from "#features/address-search/address-combobox.tsx";
import { contactSchema } from "#features/contact/contact-form.tsx";
import { AddressEntry } from "#features/coverage-check/address-entry.tsx";
import type { Place } from "#features/coverage-check/use-coverage.ts";
import { newId } from "#lib/ids.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { requiredText } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { useToast } from "#ui/toast.tsx";
import { type Lead, nameOf as nameOfLead } from "../leads/use-leads.ts";
import { generatorOptions } from "../new-order/use-new-order.ts";
import { useNotConnected } from "../session/told.ts";
import {
  FormCheckbox,
  FormPhoneField,
  FormSelect,
  FormTextArea,
  FormTextField,
  showProblem,
} from "../shell/form.tsx";
import {
  aLine,
  fieldsOf,
  LineEditor,
  lineItemsOf,
  linesSchema,
  wholeNumber,
} from "../shell/line-editor.tsx";
import { Part, StaffProblem } from "../shell/screen.tsx";
import { type CustomQuote, type NewQuote, useSaveQuote } from "./use-quotes.ts";

const schema = v.object({
  ...contactSchema.entries,
  agrees_to_texts: v.boolean(),
  address: requiredText(m.staff_call_address_missing()),
  run_ft: wholeNumber(m.staff_quotes_run_missing()),
  generator: requiredText(m.staff_call_generator_missing()),
  model_number: v.string(),
  message: v.string(),
  lines: linesSchema,
});
type Values = v.InferOutput<typeof schema>;
type QuoteFormProps = { book: ServerBook; quote?: CustomQuote; lead: Lead | null };

/** The lines of a quote, and whom it is for. Its total and its tax come from the server. */
export function QuoteForm({ book, quote, lead }: QuoteFormProps) {
  const [, navigate] = useLocation();
  const toast = useToast();
  const saving = useSaveQuote(quote ?? null);
  const form = useForm<Values>({
    resolver: valibotResolver(schema),
    defaultValues: quote ? valuesOf(quote) : firstValues(lead),
  });
  const { control, handleSubmit } = form;
  const generator = useWatch({ control, name: "generator" });
  const sold = book.prices.find((price) => generator !== OWN && price.generator === generator);
  const notConnected = useNotConnected();
  const wasSent = quote !== undefined && quote.status !== "draft";

  const save = handleSubmit((values) =>
    saving.mutate(quoteOf(values, lead), {
      onSuccess: (id) => {
        toast({ customer: values.name, title: m.staff_quotes_saved() });
        if (!quote) navigate(`/quotes/${id}`);
      },
      onError: (failure) => showProblem(form, failure),
    }),
  );

  return (
    <form
      className="grid gap-4 text-sm"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <CustomerPart form={form} book={book} />
      <Part
        id="quote-lines"
        title={m.staff_quotes_lines()}
        note={m.staff_quotes_lines_note()}
        gap="md"
      >
        <FormProvider {...form}>
          <LineEditor
            generator={sold ? { name: nameOf(book, generator), cents: sold.generator_cents } : null}
          />
        </FormProvider>
      </Part>
      <Part id="quote-message" title={m.staff_quotes_message()} gap="md">
        <FormTextArea
          control={control}
          name="message"
          size="sm"
          label={m.staff_quotes_message_label()}
          maxLength={2000}
        />
      </Part>
      {wasSent && <Notice tone="info">{`${m.staff_quotes_sent_note()} ${notConnected}`}</Notice>}
      {saving.error && <StaffProblem problem={saving.error} />}
      <div>
        <Button type="submit" variant={wasSent ? "cta-green" : "outline"} busy={saving.isPending}>
          {wasSent ? m.staff_quotes_save_and_send() : m.staff_quotes_save()}
        </Button>
      </div>
    </form>
  );
}

type FormOf = { form: UseFormReturn<Values> };

function CustomerPart({ form, book }: FormOf & { book: ServerBook }) {
  const { control } = form;
  const generator = useWatch({ control, name: "generator" });
  return (
    <Part id="quote-customer" title={m.staff_call_caller()} gap="md">
      <div className="grid gap-4 sm:grid-cols-2">
        <FormTextField control={control} name="name" size="sm" label={m.contact_name()} />
        <FormPhoneField
          control={control}
          name="phone"
          size="sm"
          label={m.contact_phone()}
          autoComplete="off"
        />
        <FormTextField
          control={control}
          name="email"
          size="sm"
          type="email"
          label={m.contact_email()}
        />
        <FormTextField
          control={control}
          name="run_ft"
          size="sm"
          inputMode="numeric"
          label={m.staff_quotes_run_label()}
        />
        <FormSelect
          control={control}
          name="generator"
          size="sm"
          label={m.staff_call_generator()}
          options={generatorOptions(book)}
        />
        {generator === OWN && (
          <FormTextField
            control={control}
            name="model_number"
            size="sm"
            label={m.staff_call_own_model()}
          />
        )}
      </div>
      <HomeAddress form={form} />
      <FormCheckbox control={control} name="agrees_to_texts" label={m.staff_call_consent_given()} />
    </Part>
  );
}

/** The address, looked up as in an order for a caller; only a covered one can become an order. */
function HomeAddress({ form: { formState, getValues, setValue } }: FormOf) {
  const [sessionId] = useState(newId);
  const [place, setPlace] = useState<Place | null>(null);
  const settle = (covered: Place | null) => {
    setPlace(covered);
    setValue("address", covered?.address ?? "", { shouldValidate: covered !== null });
  };
  const error = formState.errors.address?.message;
  return (
    <>
      <AddressEntry
        value={place}
        initialAddress={getValues("address")}
        addressField={(field) => <AddressCombobox {...field} />}
        checkLabel={m.staff_call_check_address()}
        context="installation_wizard"
        sessionId={sessionId}
        onCovered={settle}
        onCleared={() => settle(null)}
      />
      {error && <FieldError id="quote-address-error">{error}</FieldError>}
    </>
  );
}

const nameOf = ({ generators }: ServerBook, key: string): string =>
  generators.find((each) => each.key === key)?.label ?? "";

const firstValues = (lead: Lead | null): Values => ({
  name: lead?.name ?? "",
  phone: lead?.phone ?? "",
  email: lead?.email ?? "",
  agrees_to_texts: false,
  address: lead?.address ?? "",
  run_ft: lead?.run_ft ? String(lead.run_ft) : "",
  generator: "",
  model_number: "",
  message: "",
  lines: [aLine("installation", m.staff_quotes_installation())],
});

const valuesOf = (quote: CustomQuote): Values => ({
  name: quote.name,
  phone: quote.phone,
  email: quote.email,
  agrees_to_texts: quote.agrees_to_texts,
  address: quote.address,
  run_ft: String(quote.run_ft),
  generator: quote.generator_choice === "provide_own" ? OWN : quote.model_number,
  model_number: quote.generator_choice === "provide_own" ? quote.model_number : "",
  message: quote.message,
  lines: fieldsOf(quote.line_items),
});

function quoteOf(
  { lines, generator, model_number, run_ft, ...rest }: Values,
  lead: Lead | null,
): NewQuote {
  const isOwn = generator === OWN;
  return {
    ...rest,
    run_ft: Number(run_ft),
    generator_choice: isOwn ? "provide_own" : "buy_here",
    model_number: isOwn ? model_number : generator,
    line_items: lineItemsOf(lines),
    lead: lead && nameOfLead(lead),
  };
}
