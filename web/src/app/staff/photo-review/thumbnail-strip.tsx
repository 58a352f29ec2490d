import { Badge } from "#ui/badge.tsx";
import { copy } from "./copy.ts";
import { canBeSeen, isMissing, type ReviewSlot } from "./photo-slots.ts";
import { useSmallPicture } from "./use-picture.ts";

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
        {copy.shotList}{" "}
        <span className="text-xs font-normal text-quiet">{copy.missingCount(missing)}</span>
      </h2>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
        {slots.map((slot) => (
          <li key={slot.slot} className="grid min-w-0 content-start gap-1">
            {canBeSeen(slot) ? (
              <button
                type="button"
                className={`${FRAME} cursor-pointer ${slot === shown ? "border-chosen ring-2 ring-glow" : "border-line"}`}
                aria-label={copy.shows(slot.title)}
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
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Small({ slot }: { slot: ReviewSlot }) {
  const { src } = useSmallPicture(slot.photo?.thumbnail_url ?? null);
  return src ? (
    <img className="size-full object-cover" src={src} alt="" />
  ) : (
    <span className="size-full" />
  );
}

function NotHere({ slot }: { slot: ReviewSlot }) {
  if (slot.photo?.status === "refused") return <Badge tone="danger">{copy.refused}</Badge>;
  if (slot.photo) return <Badge tone="info">{copy.onItsWay}</Badge>;
  return <Badge tone="warning">{copy.missing}</Badge>;
}
