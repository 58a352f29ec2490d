import { valibotResolver } from "@hookform/resolvers/valibot";
import { useState } from "react";
import { FormProvider, useForm, useFormContext, useWatch } from "react-hook-form";
import * as v from "valibot";
import { useLocation } from "wouter";
import { OWN, type ServerBook } from "#business/prices.ts";
import type { Place } from "#features/coverage-check/use-coverage.ts";
import { m } from "#paraglide/messages.js";
import { Notice } from "#ui/notice.tsx";
import { useToast } from "#ui/toast.tsx";
import { type Lead, nameOf as nameOfLead } from "../leads/use-leads.ts";
import {
  CallerAddress,
  CallerFields,
  callerFields,
  GeneratorFields,
} from "../new-order/caller-fields.tsx";
import { useNotConnected } from "../session/told.ts";
import { FormCheckbox, FormTextArea, FormTextField, showProblem } from "../shell/form.tsx";
import {
  aLine,
  fieldsOf,
  LineEditor,
  lineItemsOf,
  linesSchema,
  wholeNumber,
} from "../shell/line-editor.tsx";
import { Part } from "../shell/screen.tsx";
import { SendForm } from "../shell/send-form.tsx";
import { type CustomQuote, type NewQuote, useSaveQuote } from "./use-quotes.ts";

const schema = v.object({
  ...callerFields,
  run_ft: wholeNumber(m.staff_quotes_run_missing()),
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
    <FormProvider {...form}>
      <SendForm
        onSubmit={save}
        sending={saving}
        confirm={wasSent ? m.staff_quotes_save_and_send() : m.staff_quotes_save()}
        variant={wasSent ? "cta-green" : "outline"}
      >
        <CustomerPart book={book} />
        <Part
          id="quote-lines"
          title={m.staff_quotes_lines()}
          note={m.staff_quotes_lines_note()}
          gap="md"
        >
          <LineEditor
            generator={sold ? { name: nameOf(book, generator), cents: sold.generator_cents } : null}
          />
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
      </SendForm>
    </FormProvider>
  );
}

function CustomerPart({ book }: { book: ServerBook }) {
  const { control, getValues } = useFormContext<Values>();
  const [place, setPlace] = useState<Place | null>(null);
  return (
    <Part id="quote-customer" title={m.staff_call_caller()} gap="md">
      <div className="grid gap-4 sm:grid-cols-2">
        <CallerFields />
        <FormTextField
          control={control}
          name="run_ft"
          size="sm"
          inputMode="numeric"
          label={m.staff_quotes_run_label()}
        />
        <GeneratorFields book={book} />
      </div>
      <CallerAddress
        place={place}
        onPlace={setPlace}
        initialAddress={getValues("address")}
        errorId="quote-address-error"
      />
      <FormCheckbox control={control} name="agrees_to_texts" label={m.staff_call_consent_given()} />
    </Part>
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
