/**
 * Prepares a chosen file for upload: small photos go unchanged, larger ones are compressed
 * (PHOTO-01.7).
 */
import {
  type FileKind,
  FileProblem,
  kindOf,
  LARGEST_PHOTO_BYTES,
  LARGEST_VIDEO_BYTES,
  LONGEST_VIDEO_S,
  MOST_PIXELS,
  SHORTEST_VIDEO_S,
} from "./file-rules.ts";
import { pixelsOf } from "./pixels.ts";
import type { Kind } from "./review.ts";

export type Prepared = { bytes: Blob; contentType: FileKind };

/** Browser-only functions, injected so that the rules can be tested without a browser. */
export type PhotoProcessor = {
  shrink: (photo: Blob, largestBytes: number) => Promise<Blob>;
  /** Length in seconds; null where this browser cannot read it, and then the server checks. */
  lengthOf: (video: Blob) => Promise<number | null>;
};

/** Prepare a file for upload. Throws FileProblem. */
export const prepared = (file: Blob, kind: Kind, processor: PhotoProcessor): Promise<Prepared> =>
  kind === "video" ? preparedVideo(file, processor) : preparedPhoto(file, processor);

async function preparedPhoto(file: Blob, { shrink }: PhotoProcessor): Promise<Prepared> {
  const contentType = await kindOf(file);
  if (!contentType?.startsWith("image/")) throw new FileProblem("photo_type_refused");
  const pixels = await pixelsOf(file, contentType);
  if (file.size <= LARGEST_PHOTO_BYTES && (pixels ?? 0) <= MOST_PIXELS)
    return { bytes: file, contentType };
  const smaller = await shrink(file, LARGEST_PHOTO_BYTES).catch(() => {
    throw new FileProblem(contentType === "image/heic" ? "heic_too_large" : "cannot_be_shrunk");
  });
  return { bytes: smaller, contentType: "image/jpeg" };
}

async function preparedVideo(file: Blob, { lengthOf }: PhotoProcessor): Promise<Prepared> {
  const contentType = await kindOf(file);
  if (!contentType?.startsWith("video/")) throw new FileProblem("video_type_refused");
  if (file.size > LARGEST_VIDEO_BYTES) throw new FileProblem("video_too_large");
  const seconds = await lengthOf(file);
  if (seconds !== null && Math.round(seconds) < SHORTEST_VIDEO_S)
    throw new FileProblem("video_too_short");
  if (seconds !== null && Math.round(seconds) > LONGEST_VIDEO_S)
    throw new FileProblem("video_too_long");
  return { bytes: file, contentType };
}
