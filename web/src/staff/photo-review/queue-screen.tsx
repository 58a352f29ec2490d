import { Link, useSearchParams } from "wouter";
import { runRange } from "#business/bands.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { deadline } from "../shell/deadline.ts";
import { Screen, SegmentedChoice, StaffProblem } from "../shell/screen.tsx";
import { LIST_CELL, ListTable } from "../shell/table.tsx";
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
      title={m.staff_photo_review_queue()}
      actions={
        <SegmentedChoice
          legend={m.staff_photo_review_which()}
          name="status"
          options={SHOWN}
          labelOf={(status) => m.staff_photo_review_status({ status })}
          value={status}
          onChange={(next) => setQuery({ status: next })}
        />
      }
    >
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!queue && !error && <Spinner label={m.staff_loading()} />}
      {queue && <Queue queue={queue} status={status} />}
    </Screen>
  );
}

function Queue({ queue, status }: { queue: readonly WaitingReview[]; status: ReviewStatus }) {
  if (queue.length === 0)
    return (
      <p>
        {status === "submitted" ? m.staff_photo_review_empty_queue() : m.staff_photo_review_empty()}
      </p>
    );
  const overdue = queue.filter((review) => review.is_overdue).length;
  return (
    <>
      <p className="text-xs text-quiet">
        {m.staff_photo_review_count({ count: queue.length })}
        {status === "submitted" &&
          `, ${overdue === 0 ? m.staff_photo_review_overdue_count_zero() : m.staff_photo_review_overdue_count({ count: overdue })}`}
      </p>
      <ListTable
        columns={[
          m.staff_photo_review_column_waited(),
          m.staff_photo_review_column_customer(),
          m.staff_photo_review_column_band(),
          m.staff_photo_review_column_photos(),
          m.staff_photo_review_column_by(),
        ]}
      >
        {queue.map((review) => (
          <Row key={review.id} review={review} />
        ))}
      </ListTable>
    </>
  );
}

// On a phone each row is a block, the home first.
const Row = ({ review }: { review: WaitingReview }) => (
  <tr className="max-sm:flex max-sm:flex-wrap max-sm:gap-x-4 max-sm:border-b max-sm:border-line max-sm:px-4 max-sm:py-2">
    <td
      className={`${LIST_CELL} whitespace-nowrap ${review.is_overdue ? "font-semibold text-danger" : ""}`}
    >
      {review.submitted_at ? waited(review.waiting_hours) : "–"}
    </td>
    <th scope="row" className={`${LIST_CELL} text-start font-normal max-sm:-order-1 max-sm:w-full`}>
      <Link className="block w-fit font-semibold" href={`/photos/${review.id}`}>
        {review.customer_name}
      </Link>
      <span className="text-xs text-quiet">{review.address}</span>
    </th>
    <td className={LIST_CELL}>{runRange(review)}</td>
    <td className={LIST_CELL}>{m.staff_photo_review_photo_count({ count: review.photo_count })}</td>
    <td className={LIST_CELL}>
      {review.is_overdue && <Badge tone="danger">{m.staff_photo_review_overdue()}</Badge>}{" "}
      {review.deadline && m.staff_photo_review_answer_by({ when: deadline(review.deadline) })}
      {review.status === "retake_requested" && review.retake_reason}
    </td>
  </tr>
);

const waited = (hours: number): string =>
  hours < 48
    ? m.staff_photo_review_waited_hours({ hours: Math.floor(hours) })
    : m.staff_photo_review_waited_days({
        days: Math.floor(hours / 24),
        hours: Math.floor(hours % 24),
      });
