import { type ReactNode, useEffect, useState } from "react";
import { Button } from "#ui/button.tsx";
import { copy } from "./copy.ts";
import { FilePick } from "./file-pick.tsx";
import type { Kind, Photo } from "./review.ts";
import { PhotoSlotDrawing } from "./shot-drawing.tsx";
import { type PhotoSlotState, stateOf } from "./shot-state.ts";
import type { Upload, UploadQueue } from "./upload-queue.ts";
import "./shot-card.css";

type ShotCardProps = {
  slot: string;
  kind?: Kind;
  title: string;
  hint: string;
  photo: Photo | null;
  upload: Upload | null;
  queue: UploadQueue;
};

/** One requested photo: instructions, the photo once there is one, and the upload's progress. */
export function PhotoSlotCard({
  slot,
  kind = "photo",
  title,
  hint,
  photo,
  upload,
  queue,
}: ShotCardProps) {
  const state = stateOf(photo, upload);

  return (
    <li className="shot" data-state={state.name}>
      <div className="shot__frame">
        <Shown {...{ slot, kind, title, photo, upload }} />
      </div>
      <div className="shot__words">
        <h3 className="shot__title">{title}</h3>
        {state.name === "empty" && hint && <p className="shot__hint">{hint}</p>}
        <Status state={state} title={title} />
      </div>
      <div className="shot__ways">
        <SlotButtons
          {...{ state, kind, title }}
          onChoose={(file) => queue.take({ slot, kind, file, before: photo })}
          onRetry={() => queue.retry(slot)}
          onRemove={() => void queue.drop(slot, photo)}
        />
      </div>
    </li>
  );
}

type ShownProps = Pick<ShotCardProps, "slot" | "title" | "photo" | "upload"> & { kind: Kind };

// The visitor's own picture if there is one, else the drawing.
function Shown({ slot, kind, title, photo, upload }: ShownProps) {
  const [spoiled, setSpoiled] = useState<string | null>(null);
  const chosen = useObjectUrl(kind === "photo" && upload?.stage !== "unfit" ? upload?.file : null);
  const source = chosen ?? photo?.thumbnail_url ?? null;

  if (!source || source === spoiled) return <PhotoSlotDrawing slot={slot} title={title} />;
  return (
    <img
      src={source}
      alt={copy.picture(title)}
      width={320}
      height={240}
      onError={() => setSpoiled(source)}
    />
  );
}

function useObjectUrl(file: File | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);

  useEffect(() => {
    if (!file) return setUrl(null);
    const url = URL.createObjectURL(file);
    setUrl(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);

  return url;
}

// Always rendered, because a live region announces only changes.
function Status({ state, title }: { state: PhotoSlotState; title: string }) {
  return (
    <div className="shot__status">
      {state.fraction !== null && (
        <progress
          className="shot__bar"
          aria-label={copy.progressOf(title)}
          value={state.fraction}
          max={1}
        />
      )}
      <p className="shot__said" data-tone={state.tone} aria-live="polite">
        {state.words}
      </p>
    </div>
  );
}

type SlotButtonsProps = {
  state: PhotoSlotState;
  kind: Kind;
  title: string;
  onChoose: (file: File) => void;
  onRetry: () => void;
  onRemove: () => void;
};

function SlotButtons({
  state,
  kind,
  title,
  onChoose,
  onRetry,
  onRemove,
}: SlotButtonsProps): ReactNode {
  const pick = { kind, onChoose };
  switch (state.name) {
    case "busy":
      return (
        <Button variant="ghost" aria-label={copy.cancelOf(title)} onClick={onRemove}>
          {copy.cancel}
        </Button>
      );
    case "stopped":
      return (
        <>
          <Button variant="secondary" aria-label={copy.tryAgainOf(title)} onClick={onRetry}>
            {copy.tryAgain}
          </Button>
          <RemoveWay title={title} onRemove={onRemove} />
        </>
      );
    case "here":
    case "refused":
      return (
        <>
          <FilePick {...pick} label={copy.replace} name={copy.replaceOf(title)} />
          <RemoveWay title={title} onRemove={onRemove} />
        </>
      );
    case "cut-off":
      return (
        <>
          <FilePick {...pick} label={copy.choose} name={copy.chooseOf(title)} isMain />
          <RemoveWay title={title} onRemove={onRemove} />
        </>
      );
    case "empty":
      return <ChooseWays {...pick} title={title} />;
  }
}

const RemoveWay = ({ title, onRemove }: { title: string; onRemove: () => void }) => (
  <Button variant="ghost" aria-label={copy.removeOf(title)} onClick={onRemove}>
    {copy.remove}
  </Button>
);

type ChooseWaysProps = { kind: Kind; title: string; onChoose: (file: File) => void };

function ChooseWays({ kind, title, onChoose }: ChooseWaysProps) {
  const isVideo = kind === "video";
  return (
    <>
      <FilePick
        {...{ kind, onChoose }}
        label={isVideo ? copy.record : copy.take}
        name={isVideo ? copy.record : copy.takeOf(title)}
        isMain
        isCamera
      />
      <FilePick
        {...{ kind, onChoose }}
        label={isVideo ? copy.chooseVideo : copy.choose}
        name={isVideo ? copy.chooseVideo : copy.chooseOf(title)}
      />
    </>
  );
}
