import { Badge } from "#ui/badge.tsx";
import { copy } from "./copy.ts";
import { canBeSeen, type DeskShot, isMissing } from "./shots.ts";
import { useSmallPicture } from "./use-picture.ts";

type ShotStripProps = {
  shots: readonly DeskShot[];
  shown: DeskShot | undefined;
  onShow: (shot: DeskShot) => void;
};

/** Thumbnails of all requested photos, with a mark for missing ones. */
export function ShotStrip({ shots, shown, onShow }: ShotStripProps) {
  const missing = shots.filter(isMissing).length;
  return (
    <section aria-labelledby="shots-title">
      <h2 className="desk-part" id="shots-title">
        {copy.shotList} <span className="desk-quiet">{copy.missingCount(missing)}</span>
      </h2>
      <ul className="strip">
        {shots.map((shot) => (
          <li key={shot.slot} className="strip__shot">
            {canBeSeen(shot) ? (
              <button
                type="button"
                className="strip__press"
                aria-label={copy.shows(shot.title)}
                aria-current={shot === shown || undefined}
                onClick={() => onShow(shot)}
              >
                <Small shot={shot} />
              </button>
            ) : (
              <span className="strip__gap">
                <NotHere shot={shot} />
              </span>
            )}
            <span className="strip__title" title={shot.hint}>
              {shot.title}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Small({ shot }: { shot: DeskShot }) {
  const { src } = useSmallPicture(shot.photo?.thumbnail_url ?? null);
  return src ? (
    <img className="strip__small" src={src} alt="" />
  ) : (
    <span className="strip__small" />
  );
}

function NotHere({ shot }: { shot: DeskShot }) {
  if (shot.photo?.status === "refused") return <Badge tone="danger">{copy.refused}</Badge>;
  if (shot.photo) return <Badge tone="info">{copy.onItsWay}</Badge>;
  return <Badge tone="warning">{copy.missing}</Badge>;
}
