/**
 * Pixel count of a picture read from its header: decoding a huge one could use up a phone's memory.
 */
import type { FileKind } from "./file-rules.ts";

const HEAD_BYTES = 512 * 1024; // large thumbnails may precede the size in a JPEG

/** Number of pixels; null when the header does not contain it. */
export async function pixelsOf(photo: Blob, kind: FileKind): Promise<number | null> {
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
