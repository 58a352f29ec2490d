import { Link } from "wouter";
import { DistanceArcs } from "#features/distance-helper/distance-arcs.tsx";
import { dayAndTimeOf } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { Badge } from "#ui/badge.tsx";
import { Part } from "../shell/part.tsx";
import { copy } from "./copy.ts";
import type { Review } from "./use-review.ts";

type HomeFactsProps = { review: Review; feet: number | null };

/** The chosen band as a drawing, and the homeowner's answers. */
export const HomeFacts = ({ review, feet }: HomeFactsProps) => (
  <Part id="home" title={copy.home} gap="md">
    <DistanceArcs feet={feet} band={review.max_distance_ft} />
    <p className="text-xs text-quiet">{copy.sketch}</p>
    <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2">
      <dt className="text-quiet">{copy.promised}</dt>
      <dd>
        {copy.band[review.band]}, {dollarsAndCents(review.price.lines.total_cents)}
      </dd>
      <dt className="text-quiet">{copy.machine}</dt>
      <dd>{review.generator ?? copy.ownMachine}</dd>
      <dt className="text-quiet">{copy.address}</dt>
      <dd>
        {review.address} <Link href={`/orders/${review.order_id}`}>{copy.toOrder}</Link>
      </dd>
      {review.submitted_at && (
        <>
          <dt className="text-quiet">{copy.sent}</dt>
          <dd>
            {dayAndTimeOf(review.submitted_at)}
            {review.answered_by && `. ${copy.answerBy(dayAndTimeOf(review.answered_by))}`}{" "}
            {review.is_overdue && <Badge tone="danger">{copy.overdue}</Badge>}
          </dd>
        </>
      )}
      <dt className="text-quiet">{copy.answers}</dt>
      <dd>
        {review.is_decision_maker ? copy.isDecisionMaker : copy.isNotDecisionMaker}.{" "}
        {review.can_place_stake ? copy.canStake : copy.cannotStake}.
      </dd>
      <dt className="text-quiet">{copy.notes}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{review.notes || copy.noNotes}</dd>
    </dl>
  </Part>
);
