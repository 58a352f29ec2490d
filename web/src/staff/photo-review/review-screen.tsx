import { useMutation } from "@tanstack/react-query";
import { Fragment, useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { Link, useLocation, useParams } from "wouter";
import { staffFile } from "#api/staff.ts";
import { runRange } from "#business/bands.ts";
import { DistanceArcs } from "#features/distance-helper/distance-arcs.tsx";
import { dayAndTimeOf } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useToast } from "#ui/toast.tsx";
import { useMay } from "../session/me.tsx";
import { deadline } from "../shell/deadline.ts";
import { Part, Screen, SegmentedChoice, StaffProblem } from "../shell/screen.tsx";
import { DecisionForm, feetTyped, useDecisionForm } from "./decision-form.tsx";
import { PhotoStrip, PictureViewer } from "./picture-viewer.tsx";
import { RetakeForm } from "./retake-form.tsx";
import {
  canBeSeen,
  queueOf,
  type Review,
  type ReviewPhoto,
  reviewSlots,
  useReview,
  videoOf,
} from "./use-review.ts";

/** A home's photos beside what was booked, and the decision on them (PHOTO-02). */
export default function ReviewScreen() {
  const { id = "" } = useParams();
  const { data: review, error, refetch } = useReview(id);

  return (
    <Screen
      title={review?.customer_name ?? m.staff_photo_review_review()}
      actions={<Link href="/photos">{m.staff_photo_review_to_queue()}</Link>}
    >
      {!review && error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!review && !error && <Spinner label={m.staff_loading()} />}
      {review && <Desk key={review.id} review={review} />}
    </Screen>
  );
}

function Desk({ review }: { review: Review }) {
  const [at, setAt] = useState(0);
  // Of the photo beside it, while two are compared.
  const [secondAt, setSecondAt] = useState<number | null>(null);
  const form = useDecisionForm();
  const feet = useWatch({ control: form.control, name: "feet" });
  const slots = reviewSlots(review);
  const visible = slots.filter(canBeSeen);
  const video = videoOf(review);
  const last = Math.max(0, visible.length - 1);
  const index = Math.min(at, last);
  const secondIndex = Math.min(secondAt ?? 0, last);
  const isComparing = secondAt !== null;

  return (
    <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <section
        className="grid min-w-0 content-start gap-4 lg:sticky lg:top-2"
        aria-label={m.staff_photo_review_pictures()}
      >
        <div className={`grid min-w-0 gap-4 ${isComparing ? "xl:grid-cols-2" : ""}`}>
          <PictureViewer slots={visible} at={index} onGo={setAt} />
          {isComparing && (
            <section className="min-w-0 max-xl:hidden" aria-label={m.staff_photo_review_second()}>
              <PictureViewer slots={visible} at={secondIndex} onGo={setSecondAt} />
            </section>
          )}
        </div>
        {visible.length > 1 && (
          <div className="max-xl:hidden">
            <Button
              variant="outline"
              size="sm"
              aria-pressed={isComparing}
              onClick={() => setSecondAt(isComparing ? null : (index + 1) % visible.length)}
            >
              {m.staff_photo_review_compare()}
            </Button>
          </div>
        )}
        <PhotoStrip
          slots={slots}
          shown={visible[index]}
          onShow={(slot) => setAt(visible.indexOf(slot))}
        />
        {video && <ReviewVideo video={video} />}
      </section>
      <div className="grid min-w-0 content-start gap-4">
        <Standing review={review} />
        <Deciding review={review} form={form} />
        <HomeFacts
          review={review}
          feet={review.can_be_decided ? feetTyped(feet) : review.confirmed_run_ft}
        />
      </div>
    </div>
  );
}

type Mode = "confirm" | "retake";
const MODES: readonly Mode[] = ["confirm", "retake"];
type DecidingProps = { review: Review; form: ReturnType<typeof useDecisionForm> };

function Deciding({ review, form }: DecidingProps) {
  const [mode, setMode] = useState<Mode>("confirm");
  const onDone = useNextInQueue(review.id);
  const mayDecide = useMay("decide_price");
  const canAsk = review.status === "submitted";

  if (!review.can_be_decided) return null;
  if (!mayDecide)
    return (
      <Notice tone="info" title={m.staff_photo_review_cannot_title()}>
        {m.staff_photo_review_cannot_text()}
      </Notice>
    );
  const isRetake = canAsk && mode === "retake";
  return (
    <Part id="decide" title={m.staff_photo_review_decide()} gap="md">
      {canAsk && (
        <SegmentedChoice
          legend={m.staff_photo_review_mode()}
          name="mode"
          options={MODES}
          labelOf={(name) =>
            name === "confirm" ? m.staff_photo_review_confirm() : m.staff_photo_review_retake()
          }
          value={mode}
          onChange={setMode}
        />
      )}
      {isRetake ? (
        <RetakeForm review={review} slots={reviewSlots(review)} onDone={onDone} />
      ) : (
        <DecisionForm review={review} form={form} onDone={onDone} />
      )}
    </Part>
  );
}

// The longest waiting review; the queue when there is none.
function useNextInQueue(id: string) {
  const toast = useToast();
  const [, navigate] = useLocation();
  return async () => {
    const queue = await queueOf("submitted").catch(() => []);
    const next = queue.find((review) => review.id !== id);
    if (!next) toast({ title: m.staff_photo_review_last_of_queue() });
    navigate(next ? `/photos/${next.id}` : "/photos");
  };
}

/** Status of a review that is not simply waiting for a decision. */
function Standing({ review }: { review: Review }) {
  const { status, price, change } = review;
  if (price.locked_at) {
    const total = dollarsAndCents(price.lines.total_cents);
    return (
      <Notice tone="success" title={m.staff_photo_review_locked_title({ total })}>
        {m.staff_photo_review_locked_text({
          feet: review.confirmed_run_ft ?? 0,
          by: review.decided_by,
          when: dayAndTimeOf(price.locked_at),
        })}
      </Notice>
    );
  }
  if (review.order_status === "cancelled" || status === "cancelled")
    return <Notice tone="info" title={m.staff_photo_review_cancelled_title()} />;
  if (change?.status === "proposed" || change?.status === "declined")
    return <Change change={change} />;
  if (status === "retake_requested")
    return (
      <Notice tone="info" title={m.staff_photo_review_retake_title()}>
        {review.retake_reason}
      </Notice>
    );
  if (status === "awaiting_photos")
    return (
      <Notice tone="info" title={m.staff_photo_review_awaiting_title()}>
        {m.staff_photo_review_awaiting_text()}
      </Notice>
    );
  return null;
}

function Change({ change }: { change: NonNullable<Review["change"]> }) {
  const total = dollarsAndCents(change.lines.total_cents);
  if (change.status === "declined")
    return (
      <Notice tone="warning" title={m.staff_photo_review_declined_title({ total })}>
        {m.staff_photo_review_declined_text()}
      </Notice>
    );
  const { percent, proposed_by, proposed_at, reason } = change;
  return (
    <Notice tone="info" title={m.staff_photo_review_waiting_title({ total })}>
      {m.staff_photo_review_waiting_text({
        percent,
        by: proposed_by,
        when: dayAndTimeOf(proposed_at),
        reason,
      })}
    </Notice>
  );
}

type HomeFactsProps = { review: Review; feet: number | null };

/** The chosen band as a drawing, and the homeowner's answers. */
const HomeFacts = ({ review, feet }: HomeFactsProps) => (
  <Part id="home" title={m.staff_photo_review_home()} gap="md">
    <DistanceArcs feet={feet} band={review.band} />
    <p className="text-xs text-quiet">{m.staff_photo_review_sketch()}</p>
    <dl className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2">
      <dt className="text-quiet">{m.staff_photo_review_promised()}</dt>
      <dd>
        {runRange(review.chosen)}, {dollarsAndCents(review.chosen.total_cents)}
      </dd>
      {review.price.locked_at && (
        <>
          <dt className="text-quiet">{m.staff_photo_review_final()}</dt>
          <dd>
            {m.staff_photo_review_final_price({
              feet: review.confirmed_run_ft ?? 0,
              total: dollarsAndCents(review.price.lines.total_cents),
            })}
          </dd>
        </>
      )}
      <dt className="text-quiet">{m.staff_photo_review_machine()}</dt>
      <dd>{review.generator ?? m.staff_photo_review_own_machine()}</dd>
      {Object.entries(review.answers).map(([question, answer]) => (
        <Fragment key={question}>
          <dt className="text-quiet">{question}</dt>
          <dd>{answer}</dd>
        </Fragment>
      ))}
      <dt className="text-quiet">{m.staff_photo_review_address()}</dt>
      <dd>
        {review.address}{" "}
        <Link href={`/orders/${review.order_id}`}>{m.staff_photo_review_to_order()}</Link>
      </dd>
      {review.submitted_at && (
        <>
          <dt className="text-quiet">{m.staff_photo_review_sent()}</dt>
          <dd>
            {dayAndTimeOf(review.submitted_at)}
            {review.deadline &&
              `. ${m.staff_photo_review_answer_by({ when: deadline(review.deadline) })}`}{" "}
            {review.is_overdue && <Badge tone="danger">{m.staff_photo_review_overdue()}</Badge>}
          </dd>
        </>
      )}
      <dt className="text-quiet">{m.staff_photo_review_answers()}</dt>
      <dd>
        {review.is_decision_maker
          ? m.staff_photo_review_is_decision_maker()
          : m.staff_photo_review_is_not_decision_maker()}
        .{" "}
        {review.can_place_stake
          ? m.staff_photo_review_can_stake()
          : m.staff_photo_review_cannot_stake()}
        .
      </dd>
      <dt className="text-quiet">{m.staff_photo_review_notes()}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">
        {review.notes || m.staff_photo_review_no_notes()}
      </dd>
    </dl>
  </Part>
);

/**
 * Player of a homeowner's video. Videos are large, so it is loaded on demand and its memory
 * released afterwards.
 */
function ReviewVideo({ video }: { video: ReviewPhoto }) {
  const {
    mutate,
    data: src,
    isIdle,
    isPending,
    error,
  } = useMutation({
    mutationFn: async () => URL.createObjectURL(await staffFile(video.shown_url ?? "")),
  });

  useEffect(() => () => URL.revokeObjectURL(src ?? ""), [src]);

  return (
    <section aria-labelledby="film-title">
      <h2 className="text-sm" id="film-title">
        {m.staff_photo_review_video()}
      </h2>
      {video.shown_url === null && (
        <p className="text-xs text-quiet">{m.staff_photo_review_on_its_way()}</p>
      )}
      {video.shown_url !== null && isIdle && (
        <Button variant="outline" size="sm" onClick={() => mutate()}>
          {m.staff_photo_review_load_video({
            size: m.staff_photo_review_megabytes({
              Math: Math.max(0.1, video.size_bytes / 1_048_576).toFixed(1),
            }),
          })}
        </Button>
      )}
      {isPending && <Spinner label={m.staff_photo_review_loading_video()} />}
      {error && <StaffProblem problem={error} onAgain={() => mutate()} />}
      {src && (
        <div className="grid justify-items-start gap-2">
          {/* biome-ignore lint/a11y/useMediaCaption: a homeowner's own video has none */}
          <video className="max-h-[60svh] w-full bg-deep" controls src={src} />
          <a href={src} download="video.mp4">
            {m.staff_photo_review_download()}
          </a>
        </div>
      )}
    </section>
  );
}
