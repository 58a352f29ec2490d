/** A quote request: its fields, storage until it is sent, and errors beside the field to fix. */
import { useState } from "react";
import { api, Problem, unwrap } from "#api/client.ts";
import { readSession, removeSession, writeSession } from "#lib/storage.ts";
import { copy } from "./copy.ts";

export type Failure = { words: string; isOurs: boolean };
type Open = { status: "open"; refused: ManualQuoteErrors; failure: Failure | null };

type ManualQuoteState =
  | Open
  | { status: "sending" }
  | { status: "sent"; phone: string; steps: number };

const OPEN: Open = { status: "open", refused: {}, failure: null };

export function useManualQuote() {
  const [asking, setAsking] = useState<ManualQuoteState>(OPEN);

  const submit = async (values: ManualQuoteForm, steps: number) => {
    setAsking({ status: "sending" });
    try {
      await unwrap(
        api.POST("/api/manual-quote-requests", { body: { ...values, steps, email: "" } }),
      );
      clearForm();
      setAsking({ status: "sent", phone: values.phone, steps });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      setAsking(refused(problem));
    }
  };

  return { asking, submit, open: () => setAsking(OPEN) };
}

function refused({ status, errors }: Problem): Open {
  const beside = errors.filter(({ field }) => FIELDS.includes(field));
  const fieldErrors = Object.fromEntries(beside.map(({ field, message }) => [field, message]));
  if (beside.length > 0)
    return { ...OPEN, refused: fieldErrors, failure: { words: copy.checkFields, isOurs: false } };
  const words = status === 0 ? copy.offline : status === 429 ? copy.tooMany : copy.failed;
  return { ...OPEN, failure: { words, isOurs: true } };
}

const FIELDS = ["name", "phone", "address", "notes"];

export type ManualQuoteForm = { name: string; phone: string; address: string; notes: string };
export type ManualQuoteErrors = Partial<Record<keyof ManualQuoteForm, string>>;

const KEY = "manualQuote";
const EMPTY: ManualQuoteForm = { name: "", phone: "", address: "", notes: "" };

/** Values typed before, else those the booking has. */
export const initialForm = (initial: Partial<ManualQuoteForm>): ManualQuoteForm => ({
  ...EMPTY,
  ...initial,
  ...readSession<Partial<ManualQuoteForm>>(KEY),
});

export const storeForm = (values: ManualQuoteForm): boolean => writeSession(KEY, values);

const clearForm = (): void => removeSession(KEY);

export function validateForm({ name, phone, address }: ManualQuoteForm): ManualQuoteErrors {
  const errors: ManualQuoteErrors = {};
  if (!name.trim()) errors.name = copy.nameMissing;
  if (digitsOf(phone).length < 10) errors.phone = copy.phoneMissing;
  if (!address.trim()) errors.address = copy.addressMissing;
  return errors;
}

const digitsOf = (phone: string) => phone.replace(/\D/g, "");
