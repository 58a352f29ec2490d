/**
 * Which files may be uploaded, judged by their first bytes, because file names and MIME types are
 * unreliable.
 */

export const LARGEST_PHOTO_BYTES = 10 * 1024 * 1024;
export const MOST_PIXELS = 50_000_000;
export const LARGEST_VIDEO_BYTES = 100 * 1024 * 1024;
export const SHORTEST_VIDEO_S = 30;
export const LONGEST_VIDEO_S = 60;

export const PHOTO_ACCEPT = "image/png,image/jpeg,image/heic,image/heif,.heic,.heif";
export const VIDEO_ACCEPT = "video/mp4,video/quicktime,.mp4,.mov";

export type FileKind = "image/png" | "image/jpeg" | "image/heic" | "video/mp4" | "video/quicktime";

const PNG = [0x89, 0x50, 0x4e, 0x47];
const JPEG = [0xff, 0xd8, 0xff];
const HEIC_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);

/** Detect photo or video by magic number; null for any other file. */
export async function kindOf(file: Blob): Promise<FileKind | null> {
  const head = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const begins = (bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  if (begins(PNG)) return "image/png";
  if (begins(JPEG)) return "image/jpeg";
  const letters = String.fromCharCode(...head);
  if (letters.slice(4, 8) !== "ftyp") return null;
  const brand = letters.slice(8, 12);
  if (HEIC_BRANDS.has(brand)) return "image/heic";
  return brand.startsWith("qt") ? "video/quicktime" : "video/mp4";
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
