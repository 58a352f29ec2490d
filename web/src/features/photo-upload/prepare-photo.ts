/**
 * Prepares a chosen file for upload: small photos go unchanged, larger ones are compressed
 * (PHOTO-01.7).
 */
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

const LARGEST_PHOTO_BYTES = 10 * 1024 * 1024;
const MOST_PIXELS = 50_000_000;
const LARGEST_VIDEO_BYTES = 100 * 1024 * 1024;
const SHORTEST_VIDEO_S = 30;
const LONGEST_VIDEO_S = 60;

export const PHOTO_ACCEPT = "image/png,image/jpeg,image/heic,image/heif,.heic,.heif";
export const VIDEO_ACCEPT = "video/mp4,video/quicktime,.mp4,.mov";

type FileKind = "image/png" | "image/jpeg" | "image/heic" | "video/mp4" | "video/quicktime";

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];
// The server's list (photos/providers/pictures/file_type.py); contract/file-cases.json holds both.
const HEIC_BRANDS = "heic heim heis heix hevc hevm hevs hevx mif1 msf1";
const MP4_BRANDS =
  "3g2a 3gp4 3gp5 3gp6 3gp7 M4V_ M4VH M4VP MSNV XAVC avc1 " +
  "iso2 iso3 iso4 iso5 iso6 iso7 iso8 iso9 isom mp41 mp42 mp4v";
export const TYPE_OF_BRAND: ReadonlyMap<string, FileKind> = new Map([
  ...HEIC_BRANDS.split(" ").map((brand) => [brand, "image/heic"] as const),
  ...MP4_BRANDS.split(" ").map((brand) => [brand.replace("_", " "), "video/mp4"] as const),
  ["qt  ", "video/quicktime"],
]);
const OLD_MOV = new Set(["moov", "mdat", "wide", "free", "skip"]);

/**
 * Detect photo or video by magic number, because file names and MIME types are unreliable; null for
 * any other file.
 */
export async function kindOf(file: Blob): Promise<FileKind | null> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const begins = (bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  if (begins(PNG)) return "image/png";
  if (begins(JPEG)) return "image/jpeg";
  const letters = String.fromCharCode(...head);
  const box = letters.slice(4, 8);
  if (box === "ftyp") return TYPE_OF_BRAND.get(letters.slice(8, 12)) ?? null;
  return OLD_MOV.has(box) ? "video/quicktime" : null;
}

/** Thrown for a file that cannot be uploaded; `photo_upload_problem` has the text for each code. */
export class FileProblem extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.name = "Unfit";
    this.code = code;
  }
}

const HEAD_BYTES = 512 * 1024; // large thumbnails may precede the size in a JPEG

/**
 * Number of pixels by the header, because decoding a huge picture could use up a phone's memory;
 * null when the header does not contain it.
 */
async function pixelsOf(photo: Blob, kind: FileKind): Promise<number | null> {
  const head = new DataView(await photo.slice(0, HEAD_BYTES).arrayBuffer());
  try {
    if (kind === "image/png") return head.getUint32(16) * head.getUint32(20);
    if (kind === "image/jpeg") return pixelsOfJpeg(head);
  } catch (reason) {
    if (!(reason instanceof RangeError)) throw reason; // the size lies beyond the bytes read
  }
  return null;
}

function pixelsOfJpeg(head: DataView): number {
  let at = 2;
  while (!isFrame(head.getUint8(at + 1))) at += 2 + head.getUint16(at + 2);
  return head.getUint16(at + 5) * head.getUint16(at + 7);
}

// Start-of-frame markers are C0 to CF, except three that are tables.
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
