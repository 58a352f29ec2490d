import { useEffect, useState } from "react";
import { Link, useLocation, useParams } from "wouter";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useToast } from "#ui/toast.tsx";
import { staffWords } from "../copy.ts";
import { useMay } from "../session/use-me.ts";
import { Part } from "../shell/part.tsx";
import { Screen } from "../shell/screen.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { copy } from "./copy.ts";
import { DecisionForm } from "./decision-form.tsx";
import { feetTyped } from "./dollars.ts";
import { HomeFacts } from "./home-facts.tsx";
import { canBeSeen, reviewSlots, videoOf } from "./photo-slots.ts";
import { PictureViewer } from "./picture-viewer.tsx";
import { RetakeForm } from "./retake-form.tsx";
import { Standing } from "./review-status.tsx";
import { SegmentedChoice } from "./segmented-choice.tsx";
import { PhotoStrip } from "./thumbnail-strip.tsx";
import { releasePictures } from "./use-picture.ts";
import { queueOf, type Review, useReview } from "./use-review.ts";
import { ReviewVideo } from "./video-player.tsx";

/** A home's photos beside what was booked, and the decision on them (PHOTO-02). */
export default function ReviewScreen() {
  const { id = "" } = useParams();
  const { data: review, error, refetch } = useReview(id);

  return (
    <Screen
      title={review?.customer_name ?? copy.review}
      actions={<Link href="/photos">{copy.toQueue}</Link>}
    >
      {!review && error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!review && !error && <Spinner label={staffWords.loading} />}
      {review && <Desk key={review.id} review={review} />}
    </Screen>
  );
}

function Desk({ review }: { review: Review }) {
  const [at, setAt] = useState(0);
  const [feet, setFeet] = useState("");
  const slots = reviewSlots(review);
  const visible = slots.filter(canBeSeen);
  const video = videoOf(review);
  const index = Math.min(at, Math.max(0, visible.length - 1));

  useEffect(() => releasePictures, []);

  return (
    <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <section
        className="grid min-w-0 content-start gap-4 lg:sticky lg:top-2"
        aria-label={copy.pictures}
      >
        <PictureViewer slots={visible} at={index} onGo={setAt} />
        <PhotoStrip
          slots={slots}
          shown={visible[index]}
          onShow={(slot) => setAt(visible.indexOf(slot))}
        />
        {video && <ReviewVideo video={video} />}
      </section>
      <div className="grid min-w-0 content-start gap-4">
        <Standing review={review} />
        <Deciding review={review} feet={feet} onFeet={setFeet} />
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
type DecidingProps = { review: Review; feet: string; onFeet: (feet: string) => void };

function Deciding({ review, feet, onFeet }: DecidingProps) {
  const [mode, setMode] = useState<Mode>("confirm");
  const onDone = useNextInQueue(review.id);
  const mayDecide = useMay("review_photos");
  const canAsk = review.status === "submitted";

  if (!review.can_be_decided) return null;
  if (!mayDecide)
    return (
      <Notice tone="info" title={copy.cannotTitle}>
        {copy.cannotText}
      </Notice>
    );
  const isRetake = canAsk && mode === "retake";
  return (
    <Part id="decide" title={copy.decide} gap="md">
      {canAsk && (
        <SegmentedChoice
          legend={copy.mode}
          name="mode"
          options={MODES}
          labels={copy}
          value={mode}
          onChange={setMode}
        />
      )}
      {isRetake ? (
        <RetakeForm review={review} slots={reviewSlots(review)} onDone={onDone} />
      ) : (
        <DecisionForm review={review} feet={feet} onFeet={onFeet} onDone={onDone} />
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
    if (!next) toast({ title: copy.lastOfQueue });
    navigate(next ? `/photos/${next.id}` : "/photos");
  };
}
