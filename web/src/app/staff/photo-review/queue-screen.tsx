import { Link, useSearchParams } from "wouter";
import { dayAndTimeOf } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { staffWords } from "../copy.ts";
import { Screen } from "../shell/screen.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { copy } from "./copy.ts";
import { type ReviewStatus, useQueue, type WaitingReview } from "./use-review.ts";
import "./photo-desk.css";

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
      actions={<Statuses chosen={status} onChoose={(next) => setQuery({ status: next })} />}
    >
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!queue && !error && <Spinner label={staffWords.loading} />}
      {queue && <Queue queue={queue} status={status} />}
    </Screen>
  );
}

type StatusesProps = { chosen: ReviewStatus; onChoose: (status: ReviewStatus) => void };

const Statuses = ({ chosen, onChoose }: StatusesProps) => (
  <fieldset className="desk-choice">
    <legend className="sr-only">{copy.which}</legend>
    {SHOWN.map((status) => (
      <label className="desk-choice__one" key={status}>
        <input
          type="radio"
          name="status"
          checked={status === chosen}
          onChange={() => onChoose(status)}
        />
        {copy.status[status]}
      </label>
    ))}
  </fieldset>
);

function Queue({ queue, status }: { queue: readonly WaitingReview[]; status: ReviewStatus }) {
  if (queue.length === 0) return <p>{status === "submitted" ? copy.emptyQueue : copy.empty}</p>;
  const overdue = queue.filter((review) => review.is_overdue).length;
  return (
    <>
      <p className="desk-quiet">
        {copy.count(queue.length)}
        {status === "submitted" && `, ${copy.overdueCount(overdue)}`}
      </p>
      <table className="queue">
        <thead>
          <tr>
            {Object.values(copy.columns).map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {queue.map((review) => (
            <Row key={review.id} review={review} />
          ))}
        </tbody>
      </table>
    </>
  );
}

const Row = ({ review }: { review: WaitingReview }) => (
  <tr className="queue__row" data-overdue={review.is_overdue || undefined}>
    <td className="queue__waited">
      {review.submitted_at ? copy.waited(review.waiting_hours) : "–"}
    </td>
    <th scope="row" className="queue__home">
      <Link className="block w-fit font-semibold" href={`/photos/${review.id}`}>
        {review.customer_name}
      </Link>
      <span className="desk-quiet">{review.address}</span>
    </th>
    <td>{copy.band[review.band]}</td>
    <td>{copy.photoCount(review.photo_count)}</td>
    <td>
      {review.is_overdue && <Badge tone="danger">{copy.overdue}</Badge>}{" "}
      {review.answered_by && copy.answerBy(dayAndTimeOf(review.answered_by))}
      {review.status === "retake_requested" && review.retake_reason}
    </td>
  </tr>
);
