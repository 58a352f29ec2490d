import { type ReactNode, useEffect, useState } from "react";
import { company } from "#content/company.ts";
import { ofThisOrder } from "#lib/order-address.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button, buttonLook } from "#ui/button.tsx";
import { PHOTO_ACCEPT, VIDEO_ACCEPT } from "./prepare-photo.ts";
import type { Kind, Photo } from "./review.ts";
import { PhotoSlotDrawing } from "./shot-drawing.tsx";
import type { Upload, UploadQueue } from "./upload-queue.ts";

// On a phone the picture stands beside the words, on a wide screen above them.
const CARD =
  "grid grid-cols-[minmax(7rem,9.5rem)_minmax(0,1fr)] grid-rows-[1fr_auto] gap-x-4 max-[22em]:grid-cols-1 max-[22em]:grid-rows-[auto_1fr_auto] overflow-hidden rounded-md border bg-surface-raised p-2 md:grid-cols-1 md:grid-rows-[auto_1fr_auto] md:p-0";

const BORDERS: Record<PhotoSlotState["name"], string> = {
  empty: "border-line",
  busy: "border-line",
  here: "border-success",
  refused: "border-danger",
  stopped: "border-danger",
  "cut-off": "border-danger",
};

const TONES: Record<PhotoSlotState["tone"], string> = {
  quiet: "text-quiet",
  good: "font-semibold text-success",
  bad: "text-danger",
};

const BAR = [
  "h-1.5 w-full appearance-none overflow-hidden rounded-[3px] bg-line",
  "[&::-webkit-progress-bar]:bg-line",
  "[&::-webkit-progress-value]:rounded-[3px] [&::-webkit-progress-value]:bg-action [&::-webkit-progress-value]:transition-[width]",
  "[&::-moz-progress-bar]:rounded-[3px] [&::-moz-progress-bar]:bg-action",
].join(" ");

type ShotCardProps = {
  slot: string;
  kind?: Kind;
  title: string;
  hint: string;
  photo: Photo | null;
  upload: Upload | null;
  /** Staff asked for this photo again, and it was not sent again yet. */
  isInQuestion?: boolean;
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
  isInQuestion = false,
  queue,
}: ShotCardProps) {
  const state = stateOf(photo, upload);

  return (
    <li className={`${CARD} ${isInQuestion ? "border-warning" : BORDERS[state.name]}`}>
      <div className="aspect-4/3 self-start overflow-hidden rounded-sm bg-surface-sunken md:rounded-none">
        <Shown {...{ slot, kind, title, photo, upload }} />
      </div>
      <div className="grid content-start gap-1 py-1 md:px-4 md:pt-4 md:pb-0">
        <h3 className="text-md">{title}</h3>
        {isInQuestion && (
          <p>
            <Badge tone="warning">{m.photo_upload_in_question()}</Badge>
          </p>
        )}
        {state.name === "empty" && hint && (
          <p className="text-sm leading-[1.45] text-quiet">{hint}</p>
        )}
        <Status state={state} title={title} />
      </div>
      <div className="col-span-full mt-2 flex flex-wrap gap-2 md:px-4 md:pb-4">
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
  const source = chosen ?? (photo?.thumbnail_url ? ofThisOrder(photo.thumbnail_url) : null);

  if (!source || source === spoiled) return <PhotoSlotDrawing slot={slot} title={title} />;
  return (
    <img
      className="size-full object-cover"
      src={source}
      alt={m.photo_upload_picture({ title })}
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
    <div className="grid gap-1">
      {state.fraction !== null && (
        <progress
          className={BAR}
          aria-label={m.photo_upload_progress_of({ title })}
          value={state.fraction}
          max={1}
        />
      )}
      <p className={`text-sm leading-[1.45] tabular-nums ${TONES[state.tone]}`} aria-live="polite">
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
        <Button variant="ghost" aria-label={m.photo_upload_cancel_of({ title })} onClick={onRemove}>
          {m.photo_upload_cancel()}
        </Button>
      );
    case "stopped":
      return (
        <>
          <Button
            variant="secondary"
            aria-label={m.photo_upload_try_again_of({ title })}
            onClick={onRetry}
          >
            {m.try_again()}
          </Button>
          <RemoveWay title={title} onRemove={onRemove} />
        </>
      );
    case "here":
    case "refused":
      return (
        <>
          <FilePick
            {...pick}
            label={m.photo_upload_replace()}
            name={m.photo_upload_replace_of({ title })}
          />
          <RemoveWay title={title} onRemove={onRemove} />
        </>
      );
    case "cut-off":
      return (
        <>
          <FilePick
            {...pick}
            label={m.photo_upload_choose()}
            name={m.photo_upload_choose_of({ title })}
            look="main"
          />
          <RemoveWay title={title} onRemove={onRemove} />
        </>
      );
    case "empty":
      return <ChooseWays {...pick} title={title} />;
  }
}

const RemoveWay = ({ title, onRemove }: { title: string; onRemove: () => void }) => (
  <Button variant="ghost" aria-label={m.photo_upload_remove_of({ title })} onClick={onRemove}>
    {m.photo_upload_remove()}
  </Button>
);

type ChooseWaysProps = { kind: Kind; title: string; onChoose: (file: File) => void };

function ChooseWays({ kind, title, onChoose }: ChooseWaysProps) {
  const isVideo = kind === "video";
  return (
    <>
      <FilePick
        {...{ kind, onChoose }}
        label={isVideo ? m.photo_upload_record() : m.photo_upload_take()}
        name={isVideo ? m.photo_upload_record() : m.photo_upload_take_of({ title })}
        look="camera"
      />
      <FilePick
        {...{ kind, onChoose }}
        label={isVideo ? m.photo_upload_choose_video() : m.photo_upload_choose()}
        name={isVideo ? m.photo_upload_choose_video() : m.photo_upload_choose_of({ title })}
        look="besideCamera"
      />
    </>
  );
}

type PhotoSlotState = {
  name: "empty" | "busy" | "stopped" | "cut-off" | "here" | "refused";
  words: string;
  tone: "quiet" | "good" | "bad";
  /** Upload progress 0 to 1, null when it needs no bar. */
  fraction: number | null;
};

const EMPTY: PhotoSlotState = { name: "empty", words: "", tone: "quiet", fraction: null };

function stateOf(photo: Photo | null, upload: Upload | null): PhotoSlotState {
  if (upload) return onItsWay(upload);
  if (photo) return atTheServer(photo);
  return EMPTY;
}

function onItsWay({ stage, code, sentBytes, totalBytes }: Upload): PhotoSlotState {
  const fraction = part(sentBytes, totalBytes);
  const percent = Math.floor(fraction * 100);
  const busy = { name: "busy", tone: "quiet" } as const;
  switch (stage) {
    case "waiting":
      return { ...busy, words: m.photo_upload_waiting(), fraction: 0 };
    case "preparing":
      return { ...busy, words: m.photo_upload_preparing(), fraction: 0 };
    case "sending":
      return { ...busy, words: m.photo_upload_sending({ percent }), fraction };
    case "lost":
      return { ...busy, tone: "bad", words: m.photo_upload_lost({ percent }), fraction };
    case "stopped":
      return {
        name: "stopped",
        tone: "bad",
        words: m.photo_upload_problem({ code, phone: company.phone }),
        fraction,
      };
    case "unfit":
      return {
        name: "refused",
        tone: "bad",
        words: m.photo_upload_problem({ code, phone: company.phone }),
        fraction: null,
      };
  }
}

function atTheServer(photo: Photo): PhotoSlotState {
  const percent = Math.floor(part(photo.received_bytes, photo.size_bytes) * 100);
  switch (photo.status) {
    case "receiving":
      return {
        name: "cut-off",
        tone: "bad",
        words: percent > 0 ? m.photo_upload_cut_off({ percent }) : m.photo_upload_cut_off_at_once(),
        fraction: percent / 100,
      };
    case "stored":
      return { name: "here", tone: "quiet", words: m.photo_upload_stored(), fraction: null };
    case "ready":
      return { name: "here", tone: "good", words: m.photo_upload_ready(), fraction: null };
    case "refused":
      return {
        name: "refused",
        tone: "bad",
        words: m.photo_upload_problem({ code: photo.refused_code, phone: company.phone }),
        fraction: null,
      };
  }
}

const part = (of: number, whole: number): number => (whole > 0 ? Math.min(1, of / whole) : 0);

const PICK =
  "relative flex-[1_1_8rem] overflow-hidden has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus";

// A desktop computer's camera cannot be pointed at a wall: only the file picker is shown there, as
// the main button.
const LOOKS = {
  default: `${buttonLook("outline")} hover:border-ink`,
  main: buttonLook("default"),
  camera: `${buttonLook("default")} pointer-fine:hidden`,
  besideCamera: `${buttonLook("outline")} pointer-fine:border-transparent pointer-fine:bg-surface-inverse pointer-fine:text-inverse pointer-fine:hover:not-disabled:bg-surface-inverse-hover`,
};

type FilePickProps = {
  label: string;
  /** Accessible name: begins with the label and adds which photo it is for. */
  name: string;
  kind: Kind;
  onChoose: (file: File) => void;
  /** `camera` opens the camera directly, where there is one. */
  look?: keyof typeof LOOKS;
  isSeveral?: boolean;
};

/** File input styled as a button; the native input, so it works from the keyboard. */
export function FilePick({
  label,
  name,
  kind,
  onChoose,
  look = "default",
  isSeveral = false,
}: FilePickProps) {
  return (
    <label className={`${PICK} ${LOOKS[look]}`}>
      {label}
      <input
        className="absolute inset-0 size-full cursor-pointer text-[0] opacity-0"
        type="file"
        aria-label={name}
        accept={kind === "video" ? VIDEO_ACCEPT : PHOTO_ACCEPT}
        capture={look === "camera" ? "environment" : undefined}
        multiple={isSeveral}
        onChange={({ currentTarget }) => {
          for (const file of currentTarget.files ?? []) onChoose(file);
          currentTarget.value = ""; // allows the same file to be chosen again
        }}
      />
    </label>
  );
}
