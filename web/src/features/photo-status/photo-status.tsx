import type { PhotosState } from "#api/my-booking.ts";
import { photoReview } from "#business/terms.ts";
import { ofThisOrder } from "#lib/order-address.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/panel.tsx";

const TONES: Record<PhotosState["status"], BadgeTone> = {
  awaiting_photos: "warning",
  submitted: "info",
  retake_requested: "warning",
  decided: "success",
  cancelled: "quiet",
};

/** How many photos have arrived, their review status, and the link to them (PHOTO-01). */
export function PhotoStatus({ photos }: { photos: PhotosState }) {
  const { status, count, requested_count, least, retake_reason } = photos;
  const isOpen = status === "awaiting_photos" || status === "retake_requested";

  return (
    <Panel
      id="photos"
      title={m.photo_status_title()}
      badge={<Badge tone={TONES[status]}>{m.photo_status_badges({ status })}</Badge>}
    >
      <div className="grid gap-2">
        <p className="font-semibold">
          {requested_count < least
            ? m.photo_upload_count({ here: requested_count, least })
            : m.photo_status_enough({ count })}
        </p>
        <Squares count={requested_count} of={least} />
        <p className="text-base text-quiet">
          {m.photo_status_texts({ status, turnaround: photoReview })}
        </p>
        {status === "retake_requested" && <p>{retake_reason}</p>}
      </div>
      {status !== "cancelled" && (
        <div>
          <Button variant="outline" href={ofThisOrder(paths.photos)}>
            {isOpen ? wayWords(status) : m.photo_status_see()}
          </Button>
        </div>
      )}
    </Panel>
  );
}

const wayWords = (status: PhotosState["status"]): string =>
  status === "retake_requested" ? m.photo_status_retake() : m.photo_status_add();

// Hidden from screen readers: the text above says the same.
const Squares = ({ count, of }: { count: number; of: number }) => (
  <span className="my-1 flex gap-1.5" aria-hidden="true">
    {Array.from({ length: of }, (_, place) => place + 1).map((place) => (
      <span
        className={`h-1.5 flex-[0_1_2.5rem] rounded-full ${place <= count ? "bg-action" : "bg-line"}`}
        key={place}
      />
    ))}
  </span>
);
