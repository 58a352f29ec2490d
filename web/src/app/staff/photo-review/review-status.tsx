import { dayAndTimeOf } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Notice } from "#ui/notice.tsx";
import { copy } from "./copy.ts";
import type { Review } from "./use-review.ts";

/** Status of a review that is not simply waiting for a decision. */
export function Standing({ review }: { review: Review }) {
  const { status, price, change } = review;
  if (price.locked_at) {
    const total = dollarsAndCents(price.lines.total_cents);
    return (
      <Notice tone="success" title={copy.lockedTitle(total)}>
        {copy.lockedText(
          review.confirmed_run_ft ?? 0,
          review.decided_by,
          dayAndTimeOf(price.locked_at),
        )}
      </Notice>
    );
  }
  if (review.order_status === "cancelled" || status === "cancelled")
    return <Notice tone="info" title={copy.cancelledTitle} />;
  if (change?.status === "proposed" || change?.status === "declined")
    return <Change change={change} />;
  if (status === "retake_requested")
    return (
      <Notice tone="info" title={copy.retakeTitle}>
        {review.retake_reason}
      </Notice>
    );
  if (status === "awaiting_photos")
    return (
      <Notice tone="info" title={copy.awaitingTitle}>
        {copy.awaitingText}
      </Notice>
    );
  return null;
}

function Change({ change }: { change: NonNullable<Review["change"]> }) {
  const total = dollarsAndCents(change.lines.total_cents);
  if (change.status === "declined")
    return (
      <Notice tone="warning" title={copy.declinedTitle(total)}>
        {copy.declinedText}
      </Notice>
    );
  const { percent, proposed_by, proposed_at, reason } = change;
  return (
    <Notice tone="info" title={copy.waitingTitle(total)}>
      {copy.waitingText(percent, proposed_by, dayAndTimeOf(proposed_at), reason)}
    </Notice>
  );
}
