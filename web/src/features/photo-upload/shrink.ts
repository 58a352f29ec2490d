/**
 * Compresses a photo by redrawing it smaller until it is under the limit. Runs in a worker, or on
 * the page if there is none.
 */

const LONGEST_SIDES = [4096, 3072, 2048, 1280];
const QUALITY = 0.86;

/** Throws when the browser cannot decode the picture. */
export async function shrunk(photo: Blob, largestBytes: number): Promise<Blob> {
  const picture = await createImageBitmap(photo);
  try {
    for (const side of LONGEST_SIDES) {
      const drawn = await drawnWithin(picture, side);
      if (drawn.size <= largestBytes) return drawn;
    }
  } finally {
    picture.close();
  }
  throw new RangeError("still too large");
}

async function drawnWithin(picture: ImageBitmap, side: number): Promise<Blob> {
  const { width: w, height: h } = picture;
  // A panorama may be longer than other photos, and as large in all, as on the server.
  const scale = Math.min(
    1,
    Math.max(side / Math.max(w, h), Math.sqrt((0.75 * side ** 2) / (w * h))),
  );
  const width = Math.round(w * scale);
  const height = Math.round(h * scale);
  if ("OffscreenCanvas" in globalThis) {
    const canvas = new OffscreenCanvas(width, height);
    draw(canvas.getContext("2d"), picture);
    return canvas.convertToBlob({ type: "image/jpeg", quality: QUALITY });
  }
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  draw(canvas.getContext("2d"), picture);
  return new Promise((resolve, reject) =>
    canvas.toBlob((drawn) => (drawn ? resolve(drawn) : reject()), "image/jpeg", QUALITY),
  );
}

type Paper = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null;

function draw(context: Paper, picture: ImageBitmap): void {
  if (!context) throw new RangeError("no room for a canvas of that size");
  context.drawImage(picture, 0, 0, context.canvas.width, context.canvas.height);
}
