import { Badge } from "#ui/badge.tsx";
import { copy } from "./copy.ts";
import { canBeSeen, isMissing, type ReviewSlot } from "./photo-slots.ts";
import { useSmallPicture } from "./use-picture.ts";

type ShotStripProps = {
  slots: readonly ReviewSlot[];
  shown: ReviewSlot | undefined;
  onShow: (slot: ReviewSlot) => void;
};

/** Thumbnails of all requested photos, with a mark for missing ones. */
export function PhotoStrip({ slots, shown, onShow }: ShotStripProps) {
  const missing = slots.filter(isMissing).length;
  return (
    <section aria-labelledby="shots-title">
      <h2 className="desk-part" id="shots-title">
        {copy.shotList} <span className="desk-quiet">{copy.missingCount(missing)}</span>
      </h2>
      <ul className="strip">
        {slots.map((slot) => (
          <li key={slot.slot} className="strip__shot">
            {canBeSeen(slot) ? (
              <button
                type="button"
                className="strip__press"
                aria-label={copy.shows(slot.title)}
                aria-current={slot === shown || undefined}
                onClick={() => onShow(slot)}
              >
                <Small slot={slot} />
              </button>
            ) : (
              <span className="strip__gap">
                <NotHere slot={slot} />
              </span>
            )}
            <span className="strip__title" title={slot.hint}>
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
    <img className="strip__small" src={src} alt="" />
  ) : (
    <span className="strip__small" />
  );
}

function NotHere({ slot }: { slot: ReviewSlot }) {
  if (slot.photo?.status === "refused") return <Badge tone="danger">{copy.refused}</Badge>;
  if (slot.photo) return <Badge tone="info">{copy.onItsWay}</Badge>;
  return <Badge tone="warning">{copy.missing}</Badge>;
}
