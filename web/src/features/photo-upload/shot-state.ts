import { company } from "#content/company.ts";
/** State of one photo slot, combined from the upload in this browser and the server's status. */
import { m } from "#paraglide/messages.js";
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
