import { Link } from "wouter";
import { DistanceArcs } from "#features/distance-helper/distance-arcs.tsx";
import { dayAndTimeOf } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Badge } from "#ui/badge.tsx";
import { copy } from "./copy.ts";
import type { Review } from "./use-review.ts";

type HomeFactsProps = { review: Review; feet: number | null };

/** The chosen band as a drawing, and the homeowner's answers. */
export const HomeFacts = ({ review, feet }: HomeFactsProps) => (
  <section className="desk-card" aria-labelledby="home-title">
    <h2 className="desk-part" id="home-title">
      {copy.home}
    </h2>
    <DistanceArcs feet={feet} band={review.max_distance_ft} />
    <p className="desk-quiet">{copy.sketch}</p>
    <dl className="desk-facts">
      <dt>{copy.promised}</dt>
      <dd>
        {copy.band[review.band]}, {dollarsAndCents(review.price.lines.total_cents)}
      </dd>
      <dt>{copy.machine}</dt>
      <dd>{review.generator ?? copy.ownMachine}</dd>
      <dt>{copy.address}</dt>
      <dd>
        {review.address} <Link href={`/orders/${review.order_id}`}>{copy.toOrder}</Link>
      </dd>
      {review.submitted_at && (
        <>
          <dt>{copy.sent}</dt>
          <dd>
            {dayAndTimeOf(review.submitted_at)}
            {review.answered_by && `. ${copy.answerBy(dayAndTimeOf(review.answered_by))}`}{" "}
            {review.is_overdue && <Badge tone="danger">{copy.overdue}</Badge>}
          </dd>
        </>
      )}
      <dt>{copy.answers}</dt>
      <dd>
        {review.is_decision_maker ? copy.isDecisionMaker : copy.isNotDecisionMaker}.{" "}
        {review.can_place_stake ? copy.canStake : copy.cannotStake}.
      </dd>
      <dt>{copy.notes}</dt>
      <dd className="desk-notes">{review.notes || copy.noNotes}</dd>
    </dl>
  </section>
);
