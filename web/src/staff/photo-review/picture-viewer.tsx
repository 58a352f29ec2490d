import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { ScrollRegion } from "#ui/scroll-region.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Picture, usePicture } from "../shell/picture.tsx";
import { canBeSeen, isMissing, type ReviewSlot } from "./use-review.ts";
import { KEY_ZOOM, usePanZoom, type ViewTransform } from "./zoom.ts";

type PictureViewerProps = {
  /** Only those with a picture. */
  slots: readonly ReviewSlot[];
  at: number;
  onGo: (at: number) => void;
};

/** Large view of a photo: wheel, touch or keys zoom, arrow keys go to the next. */
export function PictureViewer({ slots, at, onGo }: PictureViewerProps) {
  const slot = slots[at];
  const go = (by: 1 | -1) => onGo((at + by + slots.length) % slots.length);
  const { glass, view, handlers, zoom, turn, showAll } = usePanZoom(slot?.photo?.id ?? "", go);
  usePicture(slots[(at + 1) % slots.length]?.photo?.shown_url); // loaded ahead

  if (!slot) return <NoPictures />;
  const position = m.staff_photo_review_position({
    at: at + 1,
    of: slots.length,
    title: slot.title,
  });
  return (
    <figure className="grid min-w-0 gap-2">
      <ScrollRegion
        ref={glass}
        {...handlers}
        className="relative grid h-[clamp(16rem,58svh,44rem)] cursor-grab touch-none place-items-center overflow-hidden rounded-sm bg-deep [container-type:size] active:cursor-grabbing"
        role="group"
        aria-label={m.staff_photo_review_viewer({ at: position })}
      >
        <Large slot={slot} view={view} />
      </ScrollRegion>
      <figcaption className="grid gap-x-2" aria-live="polite">
        <strong>{position}</strong>
        <span className="text-xs text-quiet">{slot.hint}</span>
        {slot.photo?.is_added_by_staff && (
          <span>
            <Badge tone="info" size="sm">
              {m.staff_photo_review_by_staff()}
            </Badge>
          </span>
        )}
      </figcaption>
      <div className="flex flex-wrap items-center gap-1">
        <Tool label={m.staff_photo_review_previous()} icon="chevron-left" onPress={() => go(-1)} />
        <Tool label={m.staff_photo_review_next()} icon="chevron-right" onPress={() => go(1)} />
        <Tool
          label={m.staff_photo_review_zoom_out()}
          icon="minus"
          onPress={() => zoom(1 / KEY_ZOOM)}
        />
        <Tool label={m.staff_photo_review_zoom_in()} icon="plus" onPress={() => zoom(KEY_ZOOM)} />
        <Button
          variant="outline"
          size="sm"
          aria-label={m.staff_photo_review_fit()}
          onClick={showAll}
        >
          {m.staff_photo_review_fit_label()}
        </Button>
        <Button variant="outline" size="sm" aria-label={m.staff_photo_review_turn()} onClick={turn}>
          {m.staff_photo_review_turn_label()}
        </Button>
        <span className="text-xs text-quiet pointer-coarse:hidden">
          {m.staff_photo_review_keys()}
        </span>
      </div>
    </figure>
  );
}

const NoPictures = () => (
  <p className="min-w-0 rounded-sm border border-dashed border-line-strong p-8 text-quiet">
    {m.staff_photo_review_no_pictures()}
  </p>
);

// A photo on its side is as wide as the glass is high.
const SIZES = { upright: "h-[100cqh] w-[100cqw]", turned: "h-[100cqw] w-[100cqh]" };

function Large({ slot, view }: { slot: ReviewSlot; view: ViewTransform }) {
  const { data, error } = usePicture(slot.photo?.shown_url);
  if (error) return <p className="text-deep-ink">{m.staff_photo_review_picture_failed()}</p>;
  if (!data) {
    return (
      <span className="text-deep-ink">
        <Spinner label={m.staff_photo_review_loading_picture()} />
      </span>
    );
  }
  const { scale, x, y, turns } = view;
  return (
    <Picture
      className={`pointer-events-none max-w-none object-contain select-none ${SIZES[turns % 2 === 1 ? "turned" : "upright"]}`}
      file={data}
      alt={slot.title}
      draggable={false}
      style={{ transform: `translate(${x}px, ${y}px) rotate(${turns * 90}deg) scale(${scale})` }}
    />
  );
}

type ToolProps = {
  label: string;
  icon: "chevron-left" | "chevron-right" | "plus" | "minus";
  onPress: () => void;
};

const Tool = ({ label, icon, onPress }: ToolProps) => (
  <Button variant="outline" size="icon" aria-label={label} onClick={onPress}>
    <Icon name={icon} size="sm" />
  </Button>
);

type ShotStripProps = {
  slots: readonly ReviewSlot[];
  shown: ReviewSlot | undefined;
  onShow: (slot: ReviewSlot) => void;
};

const FRAME =
  "grid aspect-4/3 w-full place-items-center overflow-hidden rounded-xs border-2 bg-surface p-0";

/** Thumbnails of all requested photos, with a mark for missing ones. */
export function PhotoStrip({ slots, shown, onShow }: ShotStripProps) {
  const missing = slots.filter(isMissing).length;
  return (
    <section aria-labelledby="shots-title">
      <h2 className="text-sm" id="shots-title">
        {m.staff_photo_review_requested()}{" "}
        <span className="text-xs font-normal text-quiet">
          {missing === 0
            ? m.staff_photo_review_missing_count_zero()
            : missing === 1
              ? m.staff_photo_review_missing_count_one()
              : m.staff_photo_review_missing_count({ count: missing })}
        </span>
      </h2>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
        {slots.map((slot) => (
          <li key={slot.slot} className="grid min-w-0 content-start gap-1">
            {canBeSeen(slot) ? (
              <button
                type="button"
                className={`${FRAME} cursor-pointer ${slot === shown ? "border-chosen ring-2 ring-glow" : "border-line"}`}
                aria-label={m.staff_photo_review_shows({ title: slot.title })}
                aria-current={slot === shown || undefined}
                onClick={() => onShow(slot)}
              >
                <Small slot={slot} />
              </button>
            ) : (
              <span className={`${FRAME} border-dashed border-line-strong`}>
                <NotHere slot={slot} />
              </span>
            )}
            <span className="text-xs leading-[1.3] text-quiet" title={slot.hint}>
              {slot.title}
              {slot.photo?.is_added_by_staff && ` · ${m.staff_photo_review_by_staff()}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Small({ slot }: { slot: ReviewSlot }) {
  const { data } = usePicture(slot.photo?.thumbnail_url);
  return data ? (
    <Picture className="size-full object-cover" file={data} alt="" />
  ) : (
    <span className="size-full" />
  );
}

function NotHere({ slot }: { slot: ReviewSlot }) {
  if (slot.photo?.status === "refused")
    return <Badge tone="danger">{m.staff_photo_review_refused()}</Badge>;
  if (slot.photo) return <Badge tone="info">{m.staff_photo_review_on_its_way()}</Badge>;
  return <Badge tone="warning">{m.staff_photo_review_missing()}</Badge>;
}
