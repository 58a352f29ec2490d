/** Sending a quote request; domain errors are shown beside the field that can fix them. */
import { useState } from "react";
import { api, Problem, unwrap } from "#api/client.ts";
import { copy } from "./copy.ts";
import { clearForm, type ManualQuoteErrors, type ManualQuoteForm } from "./request.ts";

export type Failure = { words: string; isOurs: boolean };
type Open = { status: "open"; refused: ManualQuoteErrors; failure: Failure | null };

export type ManualQuoteState =
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
