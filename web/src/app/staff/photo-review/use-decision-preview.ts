import { useEffect, useState } from "react";
import { centsTyped, feetTyped } from "./dollars.ts";
import { type Confirmed, type Preview, usePreview } from "./use-review.ts";

const A_MOMENT_MS = 250;

type DecisionPreview = {
  /** The input as it is sent; null while it is invalid. */
  confirmed: Confirmed | null;
  preview: Preview | undefined;
  /** Whether the preview matches the current input. */
  isCurrent: boolean;
  refusal: unknown;
};

/** Preview of the price for the typed distance, requested once typing pauses. */
export function useDecisionPreview(
  reviewId: string,
  feet: string,
  dollars: string,
): DecisionPreview {
  const confirmed = confirmedOf(feet, dollars);
  const key = JSON.stringify(confirmed);
  const isSettled = useSettled(key) === key;
  const { data, error, isPlaceholderData } = usePreview(reviewId, isSettled ? confirmed : null);
  const preview = confirmed && !error ? data : undefined;
  return {
    confirmed,
    preview,
    isCurrent: isSettled && !isPlaceholderData && preview !== undefined,
    refusal: error,
  };
}

function confirmedOf(feet: string, dollars: string): Confirmed | null {
  const read = { feet: feetTyped(feet), cents: centsTyped(dollars) };
  if (read.feet === null || read.cents === null) return null;
  return { feet: read.feet, installationCents: read.cents === "" ? null : read.cents };
}

function useSettled(key: string): string {
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), A_MOMENT_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
