import { LinesCompared } from "#features/price-lock/lines-compared.tsx";
import { Notice, type Tone } from "#ui/notice.tsx";
import { copy } from "./copy.ts";
import type { Preview, Review } from "./use-review.ts";

const TONES: Record<Preview["outcome"], Tone> = {
  kept: "success",
  lowered: "success",
  asked: "warning",
};

type PricePreviewProps = { preview: Preview; promised: Review["price"]["lines"] };

/** The band of the distance, the resulting price, and what confirming does. */
export const PricePreview = ({ preview, promised }: PricePreviewProps) => (
  <div className="grid min-w-0 content-start gap-4" aria-live="polite">
    <p>
      <strong>{copy.band[preview.band]}</strong>
      {preview.change_cents !== 0 && ` ${copy.percent(preview.percent)}`}
    </p>
    <LinesCompared before={promised} after={preview.lines} />
    <Notice tone={TONES[preview.outcome]}>{consequenceOf(preview)}</Notice>
  </div>
);

function consequenceOf({ outcome, is_refundable }: Preview): string {
  if (outcome === "asked" && is_refundable) return copy.askedRefundable;
  return copy[outcome];
}
