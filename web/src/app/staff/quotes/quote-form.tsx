import { valibotResolver } from "@hookform/resolvers/valibot";
import { type Control, useFieldArray, useForm, useWatch } from "react-hook-form";
import * as v from "valibot";
import { useLocation } from "wouter";
import { OWN, type ServerBook } from "#business/prices.ts";
import { contactSchema } from "#features/contact/contact-form.tsx";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { Notice } from "#ui/notice.tsx";
import { useToast } from "#ui/toast.tsx";
import type { Lead } from "../leads/use-leads.ts";
import { generatorOptions } from "../new-order/use-new-order.ts";
import { Chip } from "../orders/parts.tsx";
import {
  centsIn,
  FormCheckbox,
  FormPhoneField,
  FormSelect,
  FormTextArea,
  FormTextField,
  showProblem,
} from "../shell/form.tsx";
import { Part, problemMessage } from "../shell/screen.tsx";
import {
  type CustomQuote,
  type LineKind,
  type NewQuote,
  type UsualExtra,
  useQuotes,
  useSaveQuote,
} from "./use-quotes.ts";

const wholeNumber = (message: string) => v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/, message));

const schema = v.object({
  ...contactSchema.entries,
  agrees_to_texts: v.boolean(),
  address: requiredText(m.staff_call_address_missing()),
  run_ft: wholeNumber(m.staff_quotes_run_missing()),
  generator: requiredText(m.staff_call_generator_missing()),
  model_number: v.string(),
  message: v.string(),
  lines: v.array(
    v.object({
      kind: v.picklist(["installation", "generator", "permit", "extra"]),
      description: requiredText(m.staff_quotes_description_missing()),
      quantity: wholeNumber(m.staff_quotes_quantity_missing()),
      unit: v.string(),
      price: v.pipe(
        v.string(),
        v.check((text) => centsIn(text) !== null, m.staff_quotes_price_missing()),
      ),
      taxable: v.boolean(),
    }),
  ),
});
type Values = v.InferOutput<typeof schema>;
type Line = Values["lines"][number];

const aLine = (kind: LineKind, description: string, change: Partial<Line> = {}): Line => ({
  kind,
  description,
  quantity: "1",
  unit: "",
  price: "",
  taxable: false,
  ...change,
});

const asText = (cents: number): string => (cents / 100).toFixed(2);

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
  const wasSent = quote !== undefined && quote.status !== "draft";

  const save = handleSubmit((values) =>
    saving.mutate(quoteOf(values, lead), {
      onSuccess: (id) => {
        toast({ title: m.staff_quotes_saved() });
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
            name="address"
            size="sm"
            label={m.staff_quotes_address()}
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
        <FormCheckbox
          control={control}
          name="agrees_to_texts"
          label={m.staff_call_consent_given()}
        />
      </Part>
      <LinesPart control={control} book={book} generator={generator} />
      <Part id="quote-message" title={m.staff_quotes_message()} gap="md">
        <FormTextArea
          control={control}
          name="message"
          size="sm"
          label={m.staff_quotes_message_label()}
          maxLength={2000}
        />
      </Part>
      {wasSent && <Notice tone="info">{m.staff_quotes_sent_note()}</Notice>}
      {saving.error && <Notice tone="danger">{problemMessage(saving.error)}</Notice>}
      <div>
        <Button type="submit" variant={wasSent ? "cta-green" : "outline"} busy={saving.isPending}>
          {wasSent ? m.staff_quotes_save_and_send() : m.staff_quotes_save()}
        </Button>
      </div>
    </form>
  );
}

type LinesPartProps = { control: Control<Values>; book: ServerBook; generator: string };

function LinesPart({ control, book, generator }: LinesPartProps) {
  const { fields, append, remove } = useFieldArray({ control, name: "lines" });
  const kinds = fields.map(({ kind }) => kind);
  const { data } = useQuotes();
  const sold = book.prices.find((price) => price.generator === generator);
  const addExtra = ({ description, unit, taxable }: UsualExtra) =>
    append(aLine("extra", description, { unit, taxable }));

  return (
    <Part
      id="quote-lines"
      title={m.staff_quotes_lines()}
      note={m.staff_quotes_lines_note()}
      gap="md"
    >
      {fields.map((field, at) => (
        <fieldset
          className="grid gap-x-3 gap-y-2 border-b border-line pb-3 sm:grid-cols-[minmax(0,1fr)_5rem_5rem_8rem_auto] sm:items-end"
          key={field.id}
        >
          <legend className="mb-1 text-xs text-quiet">
            {m.staff_quotes_kind({ kind: field.kind })}
          </legend>
          <FormTextField
            control={control}
            name={`lines.${at}.description`}
            size="sm"
            label={m.staff_quotes_description()}
            maxLength={120}
          />
          <FormTextField
            control={control}
            name={`lines.${at}.quantity`}
            size="sm"
            inputMode="numeric"
            label={m.staff_quotes_quantity_label()}
          />
          <FormTextField
            control={control}
            name={`lines.${at}.unit`}
            size="sm"
            label={m.staff_quotes_unit()}
            maxLength={20}
          />
          <FormTextField
            control={control}
            name={`lines.${at}.price`}
            size="sm"
            inputMode="decimal"
            label={m.staff_quotes_price()}
          />
          <Button
            variant="outline"
            size="sm"
            aria-label={m.staff_quotes_remove({ number: at + 1 })}
            onClick={() => remove(at)}
          >
            {m.staff_quotes_remove_short()}
          </Button>
          <FormCheckbox
            control={control}
            name={`lines.${at}.taxable`}
            label={m.staff_quotes_taxable()}
          />
        </fieldset>
      ))}
      <div className="flex flex-wrap gap-1.5">
        {!kinds.includes("installation") && (
          <Chip
            isChosen={false}
            onClick={() => append(aLine("installation", m.staff_quotes_installation()))}
          >
            {m.staff_quotes_kind({ kind: "installation" })}
          </Chip>
        )}
        {!kinds.includes("generator") && generator !== OWN && sold && (
          <Chip
            isChosen={false}
            onClick={() =>
              append(
                aLine("generator", nameOf(book, generator), {
                  price: asText(sold.generator_cents),
                  taxable: true,
                }),
              )
            }
          >
            {m.staff_quotes_kind({ kind: "generator" })}
          </Chip>
        )}
        {!kinds.includes("permit") && (
          <Chip isChosen={false} onClick={() => append(aLine("permit", m.staff_price_permit()))}>
            {m.staff_quotes_kind({ kind: "permit" })}
          </Chip>
        )}
        {data?.extras.map((extra) => (
          <Chip key={extra.description} isChosen={false} onClick={() => addExtra(extra)}>
            {extra.description}
          </Chip>
        ))}
        <Chip isChosen={false} onClick={() => append(aLine("extra", ""))}>
          {m.staff_quotes_free_line()}
        </Chip>
      </div>
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
  lines: quote.line_items.map((line) => ({
    kind: line.kind as LineKind,
    description: line.description,
    quantity: String(line.quantity),
    unit: line.unit,
    price: asText(line.unit_cents),
    taxable: line.taxable,
  })),
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
    line_items: lines.map(({ price, quantity, ...line }) => ({
      ...line,
      quantity: Number(quantity),
      unit_cents: centsIn(price) ?? 0,
    })),
    lead_source: lead?.source ?? "",
    lead_ref: lead?.source_ref ?? "",
  };
}
