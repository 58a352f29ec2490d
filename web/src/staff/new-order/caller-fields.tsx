/** Who called, their home and their generator: fields of an order and of a quote, in its FormProvider. */
import { type ReactNode, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import * as v from "valibot";
import { OWN, type ServerBook } from "#business/prices.ts";
import { AddressCombobox } from "#features/address-search/address-combobox.tsx";
import { contactSchema } from "#features/contact/contact-form.tsx";
import { AddressEntry } from "#features/coverage-check/address-entry.tsx";
import type { Place, UncoveredPlace } from "#features/coverage-check/use-coverage.ts";
import { newId } from "#lib/ids.ts";
import { m } from "#paraglide/messages.js";
import { FieldError } from "#ui/field.tsx";
import { requiredText } from "#ui/form.tsx";
import { FormPhoneField, FormSelect, FormTextField } from "../shell/form.tsx";
import { CallersDay } from "./callers-days.tsx";
import { HOLDS } from "./use-new-order.ts";

export const callerFields = {
  ...contactSchema.entries,
  agrees_to_texts: v.boolean(),
  address: requiredText(m.staff_call_address_missing()),
  generator: requiredText(m.staff_call_generator_missing()),
  model_number: v.string(),
};
type Caller = v.InferOutput<v.ObjectSchema<typeof callerFields, undefined>>;

/** Name, phone number and email address. */
export function CallerFields({ autoFocus = false }: { autoFocus?: boolean }) {
  const { control } = useFormContext<Caller>();
  return (
    <>
      <FormTextField
        control={control}
        name="name"
        size="sm"
        label={m.contact_name()}
        autoComplete="off"
        maxLength={100}
        autoFocus={autoFocus}
      />
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
        autoComplete="off"
        maxLength={254}
      />
    </>
  );
}

type CallerAddressProps = {
  place: Place | null;
  onPlace: (place: Place | null) => void;
  initialAddress?: string | undefined;
  initialTyped?: string | undefined;
  errorId: string;
  notCovered?: (place: UncoveredPlace, way: { changeAddress: () => void }) => ReactNode;
};

/** The address, looked up; only one that is covered stands in the form. */
export function CallerAddress({ place, onPlace, errorId, ...entry }: CallerAddressProps) {
  const { setValue, formState } = useFormContext<Caller>();
  const [sessionId] = useState(newId);
  const settle = (covered: Place | null) => {
    onPlace(covered);
    setValue("address", covered?.address ?? "", { shouldValidate: covered !== null });
  };
  const error = formState.errors.address?.message;
  return (
    <>
      <AddressEntry
        {...entry}
        value={place}
        addressField={(field) => <AddressCombobox {...field} />}
        checkLabel={m.staff_call_check_address()}
        context="installation_wizard"
        sessionId={sessionId}
        onCovered={settle}
        onCleared={() => settle(null)}
      />
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </>
  );
}

/** One of the price book's generators, or the caller's own with its model. */
export function GeneratorFields({ book }: { book: ServerBook }) {
  const { control } = useFormContext<Caller>();
  const generator = useWatch({ control, name: "generator" });
  return (
    <>
      <FormSelect
        control={control}
        name="generator"
        size="sm"
        label={m.staff_call_generator()}
        options={[
          { value: "", label: m.staff_call_choose() },
          ...book.generators.map(({ key, label }) => ({ value: key, label })),
          { value: OWN, label: m.own_generator() },
        ]}
      />
      {generator === OWN && (
        <FormTextField
          control={control}
          name="model_number"
          size="sm"
          label={m.staff_call_own_model()}
          maxLength={40}
        />
      )}
    </>
  );
}

/** A free day and its window. */
export function DayFields() {
  const { control, setValue, formState } = useFormContext<{ day: string; time_window: string }>();
  const [day, time_window] = useWatch({ control, name: ["day", "time_window"] });
  const choose = (name: "day" | "time_window", value: string) =>
    setValue(name, value, { shouldValidate: true });
  return (
    <CallersDay
      day={day || null}
      windowId={time_window || null}
      dayError={formState.errors.day?.message ?? null}
      windowError={formState.errors.time_window?.message ?? null}
      onDay={(chosen, keepsWindow) => {
        choose("day", chosen);
        if (!keepsWindow) setValue("time_window", "");
      }}
      onWindow={({ id }) => choose("time_window", id)}
    />
  );
}

/** How long the day is held for who has not paid yet. */
export const HoldField = () => (
  <FormSelect
    control={useFormContext<{ hold: string }>().control}
    name="hold"
    size="sm"
    label={m.staff_call_hold()}
    options={HOLDS.map((hold) => ({ value: hold, label: m.staff_call_holds({ hold }) }))}
  />
);
