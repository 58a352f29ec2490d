/** State of one photo slot, combined from the upload in this browser and the server's status. */
import { copy } from "./copy.ts";
import type { Photo } from "./review.ts";
import type { Upload } from "./upload-queue.ts";

export type PhotoSlotState = {
  name: "empty" | "busy" | "stopped" | "cut-off" | "here" | "refused";
  words: string;
  tone: "quiet" | "good" | "bad";
  /** Upload progress 0 to 1, null when it needs no bar. */
  fraction: number | null;
};

const EMPTY: PhotoSlotState = { name: "empty", words: "", tone: "quiet", fraction: null };

export function stateOf(photo: Photo | null, upload: Upload | null): PhotoSlotState {
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
      return { ...busy, words: copy.waiting, fraction: 0 };
    case "preparing":
      return { ...busy, words: copy.preparing, fraction: 0 };
    case "sending":
      return { ...busy, words: copy.sending(percent), fraction };
    case "lost":
      return { ...busy, tone: "bad", words: copy.lost(percent), fraction };
    case "stopped":
      return { name: "stopped", tone: "bad", words: copy.reason(code), fraction };
    case "unfit":
      return { name: "refused", tone: "bad", words: copy.reason(code), fraction: null };
  }
}

function atTheServer(photo: Photo): PhotoSlotState {
  const percent = Math.floor(part(photo.received_bytes, photo.size_bytes) * 100);
  switch (photo.status) {
    case "receiving":
      return {
        name: "cut-off",
        tone: "bad",
        words: percent > 0 ? copy.cutOff(percent) : copy.cutOffAtOnce,
        fraction: percent / 100,
      };
    case "stored":
      return { name: "here", tone: "quiet", words: copy.stored, fraction: null };
    case "ready":
      return { name: "here", tone: "good", words: copy.ready, fraction: null };
    case "refused":
      return {
        name: "refused",
        tone: "bad",
        words: copy.reason(photo.refused_code),
        fraction: null,
      };
  }
}

const part = (of: number, whole: number): number => (whole > 0 ? Math.min(1, of / whole) : 0);
