import { centsTyped, feetTyped } from "./dollars.ts";
import { type Confirmed, type Preview, usePreview } from "./use-review.ts";

type DecisionPreview = {
  /** The input as it is sent; null while it is invalid. */
  confirmed: Confirmed | null;
  preview: Preview | undefined;
  /** Whether the preview matches the current input. */
  isCurrent: boolean;
  refusal: unknown;
};

/** Preview of the price for the typed distance. */
export function useDecisionPreview(
  reviewId: string,
  feet: string,
  dollars: string,
): DecisionPreview {
  const confirmed = confirmedOf(feet, dollars);
  const { data, error, isPlaceholderData } = usePreview(reviewId, confirmed);
  const preview = confirmed && !error ? data : undefined;
  return {
    confirmed,
    preview,
    isCurrent: !isPlaceholderData && preview !== undefined,
    refusal: error,
  };
}

function confirmedOf(feet: string, dollars: string): Confirmed | null {
  const read = { feet: feetTyped(feet), cents: centsTyped(dollars) };
  if (read.feet === null || read.cents === null) return null;
  return { feet: read.feet, installationCents: read.cents === "" ? null : read.cents };
}
