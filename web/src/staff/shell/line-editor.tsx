/** The lines of a price as fields of a form: of a custom quote, or of an order's new price. */

import { useFieldArray, useFormContext } from "react-hook-form";
import * as v from "valibot";
import type { Schemas } from "#api/client.ts";
import { usualExtras } from "#business/extras.ts";
import { asInput, centsIn } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { requiredText } from "#ui/form.tsx";
import { Chip } from "../orders/parts.tsx";
import { FormCheckbox, FormTextField } from "./form.tsx";

type LineItem = Schemas["LineItemOut"];
export type LineItemInput = Schemas["LineItemIn"];
type LineKind = LineItemInput["kind"];

export const wholeNumber = (message: string) =>
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/, message));

export const linesSchema = v.array(
  v.object({
    kind: v.picklist(["installation", "generator", "permit", "extra", "module"]),
    description: requiredText(m.staff_quotes_description_missing()),
    quantity: wholeNumber(m.staff_quotes_quantity_missing()),
    unit: v.string(),
    price: v.pipe(
      v.string(),
      v.check((text) => centsIn(text) !== null, m.staff_quotes_price_missing()),
    ),
    taxable: v.boolean(),
  }),
);
export type Line = v.InferOutput<typeof linesSchema>[number];

export const aLine = (kind: LineKind, description: string, change: Partial<Line> = {}): Line => ({
  kind,
  description,
  quantity: "1",
  unit: "",
  price: "",
  taxable: false,
  ...change,
});

/** Stored lines as fields, without those of tax and discount, which follow from them. */
export const fieldsOf = (lines: readonly LineItem[]): Line[] =>
  lines
    .filter(({ kind }) => kind !== "tax" && kind !== "discount")
    .map(({ kind, description, quantity, unit, unit_cents, taxable }) => ({
      kind: kind as LineKind,
      description,
      quantity: String(quantity),
      unit,
      price: asInput(unit_cents),
      taxable,
    }));

export const lineItemsOf = (lines: readonly Line[]): LineItemInput[] =>
  lines.map(({ price, quantity, ...line }) => ({
    ...line,
    quantity: Number(quantity),
    unit_cents: centsIn(price) ?? 0,
  }));

const MODULE = "Load management module"; // of the market's usual extras
const TAXED: readonly LineKind[] = ["generator", "extra", "module"];

type LineEditorProps = {
  /** What a line of the generator says and costs, where the quote sells one and has no line. */
  generator?: { name: string; cents: number } | null;
  /** Kinds whose line stays. */
  keeps?: readonly LineKind[];
};

/** Edits `lines` of the form around it. */
export function LineEditor({ generator, keeps = [] }: LineEditorProps) {
  const { control } = useFormContext<{ lines: Line[] }>();
  const { fields, append, remove } = useFieldArray({ control, name: "lines" });
  const kinds = fields.map(({ kind }) => kind);
  return (
    <>
      {fields.map((field, at) => (
        <fieldset
          className="grid gap-x-3 gap-y-2 border-b border-line pb-3 sm:grid-cols-[minmax(0,1fr)_5rem_5rem_8rem] sm:items-end"
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
          <div className="grid grid-cols-2 gap-3 sm:contents">
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
          </div>
          <FormTextField
            control={control}
            name={`lines.${at}.price`}
            size="sm"
            inputMode="decimal"
            label={m.staff_quotes_price()}
          />
          <div className="flex flex-wrap items-center justify-between gap-3 sm:col-span-4">
            {TAXED.includes(field.kind) ? (
              <FormCheckbox
                control={control}
                name={`lines.${at}.taxable`}
                label={m.staff_quotes_taxable()}
              />
            ) : (
              <span className="text-xs text-quiet">{m.staff_quotes_untaxed()}</span>
            )}
            {!keeps.includes(field.kind) && (
              <Button
                variant="ghost"
                size="sm"
                aria-label={m.staff_quotes_remove({ number: at + 1 })}
                onClick={() => remove(at)}
              >
                {m.staff_quotes_remove_short()}
              </Button>
            )}
          </div>
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
        {!kinds.includes("generator") && generator && (
          <Chip
            isChosen={false}
            onClick={() =>
              append(
                aLine("generator", generator.name, {
                  price: asInput(generator.cents),
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
        {usualExtras.map(({ description, ...extra }) => (
          <Chip
            key={description}
            isChosen={false}
            onClick={() =>
              append(aLine(description === MODULE ? "module" : "extra", description, extra))
            }
          >
            {description}
          </Chip>
        ))}
        <Chip isChosen={false} onClick={() => append(aLine("extra", ""))}>
          {m.staff_quotes_free_line()}
        </Chip>
      </div>
    </>
  );
}
