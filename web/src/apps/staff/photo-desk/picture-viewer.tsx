import { useEffect } from "react";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { copy } from "./copy.ts";
import type { DeskShot } from "./shots.ts";
import { prefetchPictures, useLargePicture } from "./use-picture.ts";
import { usePanZoom } from "./use-sight.ts";
import { A_KEY, type ViewTransform } from "./zoom.ts";

type PictureViewerProps = {
  /** Only those with a picture. */
  shots: readonly DeskShot[];
  at: number;
  onGo: (at: number) => void;
};

/** Large view of a photo: wheel, touch or keys zoom, arrow keys go to the next. */
export function PictureViewer({ shots, at, onGo }: PictureViewerProps) {
  const photo = shots[at];
  const go = (by: 1 | -1) => onGo((at + by + shots.length) % shots.length);
  const { glass, sight, hands, zoom, turn, showAll } = usePanZoom(photo?.photo?.id ?? "", go);
  const next = shots[(at + 1) % shots.length]?.photo?.shown_url;

  useEffect(() => prefetchPictures(next), [next]);

  if (!photo) return <p className="viewer viewer--empty">{copy.noPictures}</p>;
  const position = copy.position(at + 1, shots.length, photo.title);
  return (
    <figure className="viewer">
      {/* biome-ignore lint/a11y/useSemanticElements: a glass over a photo is no fieldset */}
      <div
        ref={glass}
        {...hands}
        className="viewer__glass"
        role="group"
        aria-label={copy.viewer(position)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move and enlarge what is in it
        tabIndex={0}
      >
        <Large shot={photo} sight={sight} />
      </div>
      <figcaption className="viewer__caption" aria-live="polite">
        <strong>{position}</strong>
        <span className="desk-quiet">{photo.hint}</span>
      </figcaption>
      <div className="viewer__tools">
        <Tool label={copy.previous} icon="chevron-left" onPress={() => go(-1)} />
        <Tool label={copy.next} icon="chevron-right" onPress={() => go(1)} />
        <Tool label={copy.zoomOut} icon="minus" onPress={() => zoom(1 / A_KEY)} />
        <Tool label={copy.zoomIn} icon="plus" onPress={() => zoom(A_KEY)} />
        <Button variant="outline" size="sm" aria-label={copy.fit} onClick={showAll}>
          {copy.fitLabel}
        </Button>
        <Button variant="outline" size="sm" aria-label={copy.turn} onClick={turn}>
          {copy.turnLabel}
        </Button>
        <span className="viewer__keys desk-quiet">{copy.keys}</span>
      </div>
    </figure>
  );
}

function Large({ shot, sight }: { shot: DeskShot; sight: ViewTransform }) {
  const { src, failure } = useLargePicture(shot.photo?.shown_url ?? null);
  if (failure) return <p className="viewer__word">{copy.pictureFailed}</p>;
  if (!src) {
    return (
      <span className="viewer__word">
        <Spinner label={copy.loadingPicture} />
      </span>
    );
  }
  const { scale, x, y, turns } = sight;
  return (
    <img
      className="viewer__photo"
      data-lies={turns % 2 === 1 || undefined}
      src={src}
      alt={shot.title}
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
