import { Link, useSearchParams } from "wouter";
import { dayAndTimeOf } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { staffWords } from "../copy.ts";
import { StaffProblem } from "../shell/problem.tsx";
import { Screen } from "../shell/screen.tsx";
import { copy } from "./copy.ts";
import { SegmentedChoice } from "./segmented-choice.tsx";
import { type ReviewStatus, useQueue, type WaitingReview } from "./use-review.ts";

const SHOWN: readonly ReviewStatus[] = [
  "submitted",
  "retake_requested",
  "awaiting_photos",
  "decided",
];

/** Photo reviews that wait, the longest waiting first. */
export default function QueueScreen() {
  const [query, setQuery] = useSearchParams();
  const status = SHOWN.find((each) => each === query.get("status")) ?? "submitted";
  const { data: queue, error, refetch } = useQueue(status);

  return (
    <Screen
      title={copy.queue}
      actions={
        <SegmentedChoice
          legend={copy.which}
          name="status"
          options={SHOWN}
          labels={copy.status}
          value={status}
          onChange={(next) => setQuery({ status: next })}
        />
      }
    >
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!queue && !error && <Spinner label={staffWords.loading} />}
      {queue && <Queue queue={queue} status={status} />}
    </Screen>
  );
}

function Queue({ queue, status }: { queue: readonly WaitingReview[]; status: ReviewStatus }) {
  if (queue.length === 0) return <p>{status === "submitted" ? copy.emptyQueue : copy.empty}</p>;
  const overdue = queue.filter((review) => review.is_overdue).length;
  return (
    <>
      <p className="text-xs text-quiet">
        {copy.count(queue.length)}
        {status === "submitted" && `, ${copy.overdueCount(overdue)}`}
      </p>
      <table className="w-full border-collapse bg-surface tabular-nums max-sm:block">
        <thead className="max-sm:sr-only">
          <tr>
            {Object.values(copy.columns).map((column) => (
              <th
                scope="col"
                className={`${CELL} text-start text-xs font-semibold text-quiet`}
                key={column}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {queue.map((review) => (
            <Row key={review.id} review={review} />
          ))}
        </tbody>
      </table>
    </>
  );
}

// On a phone each row is a block, the home first.
const CELL = "align-top max-sm:px-0 max-sm:py-1 sm:border-b sm:border-line sm:px-3 sm:py-2";

const Row = ({ review }: { review: WaitingReview }) => (
  <tr className="max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:border-b max-sm:border-line max-sm:px-4 max-sm:py-2">
    <td
      className={`${CELL} whitespace-nowrap ${review.is_overdue ? "font-semibold text-danger" : ""}`}
    >
      {review.submitted_at ? copy.waited(review.waiting_hours) : "–"}
    </td>
    <th scope="row" className={`${CELL} text-start font-normal max-sm:-order-1 max-sm:w-full`}>
      <Link className="block w-fit font-semibold" href={`/photos/${review.id}`}>
        {review.customer_name}
      </Link>
      <span className="text-xs text-quiet">{review.address}</span>
    </th>
    <td className={CELL}>{copy.band[review.band]}</td>
    <td className={CELL}>{copy.photoCount(review.photo_count)}</td>
    <td className={CELL}>
      {review.is_overdue && <Badge tone="danger">{copy.overdue}</Badge>}{" "}
      {review.answered_by && copy.answerBy(dayAndTimeOf(review.answered_by))}
      {review.status === "retake_requested" && review.retake_reason}
    </td>
  </tr>
);
