import { Link } from "wouter";
import type { StaffOrder } from "#api/staff-orders.ts";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { buttonLook } from "#ui/button.tsx";
import { Panel } from "#ui/panel.tsx";
import { orderWords as words } from "./copy.ts";

type Photos = NonNullable<StaffOrder["photos"]>;

const TONES: Record<Photos["status"], BadgeTone> = {
  awaiting_photos: "info",
  submitted: "warning",
  retake_requested: "info",
  decided: "success",
  cancelled: "quiet",
};

/** State of the photos, with the link to the photo desk. */
export function PhotosPart({ order }: { order: StaffOrder }) {
  const { photos } = order;
  if (!photos)
    return (
      <Panel size="sm" id="photos" title={words.photos}>
        <p className="text-quiet">{words.noPhotos}</p>
      </Panel>
    );
  return (
    <Panel
      size="sm"
      id="photos"
      title={words.photos}
      badge={<Badge tone={TONES[photos.status]}>{words.photoStates[photos.status]}</Badge>}
    >
      <p>{words.photoCount(photos.count, photos.least)}</p>
      {photos.status === "retake_requested" && <p>{words.retake(photos.retake_reason)}</p>}
      <div>
        <Link className={buttonLook("outline", "sm")} href={`/photos/${order.review_id}`}>
          {words.toPhotos}
        </Link>
      </div>
    </Panel>
  );
}
