/** How large a picture is, from its head alone: opening it to find out could take what a phone has. */
import type { FileKind } from "./file-rules.ts";

const HEAD_BYTES = 512 * 1024; // large thumbnails stand before a JPEG's size

/** Null where the head does not tell. */
export async function pixelsOf(photo: Blob, kind: FileKind): Promise<number | null> {
  const head = new DataView(await photo.slice(0, HEAD_BYTES).arrayBuffer());
  try {
    if (kind === "image/png") return head.getUint32(16) * head.getUint32(20);
    if (kind === "image/jpeg") return pixelsOfJpeg(head);
  } catch (reason) {
    if (!(reason instanceof RangeError)) throw reason; // the head ends before the size
  }
  return null;
}

function pixelsOfJpeg(head: DataView): number {
  let at = 2;
  while (!isFrame(head.getUint8(at + 1))) at += 2 + head.getUint16(at + 2);
  return head.getUint16(at + 5) * head.getUint16(at + 7);
}

/** Start of frame: C0 to CF, but for the three that are tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
