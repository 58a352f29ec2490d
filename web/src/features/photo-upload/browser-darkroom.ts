/** PhotoProcessor for browsers: a worker for photos, a muted video element for a video's length. */
import type { PhotoProcessor } from "./prepare-photo.ts";
import { shrunk } from "./shrink.ts";

const LENGTH_WITHIN_MS = 5_000;

async function shrink(photo: Blob, largestBytes: number): Promise<Blob> {
  const smaller = await inWorker(photo, largestBytes).catch(() => null);
  return smaller ?? shrunk(photo, largestBytes);
}

// Null when the worker failed: it may lack an API that the page has.
function inWorker(photo: Blob, largestBytes: number): Promise<Blob | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./shrink-worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<{ smaller: Blob | null }>) => {
      worker.terminate();
      resolve(data.smaller);
    };
    worker.onerror = () => {
      worker.terminate();
      reject(new Error("no worker"));
    };
    worker.postMessage({ photo, largestBytes });
  });
}

function lengthOf(video: Blob): Promise<number | null> {
  const player = document.createElement("video");
  const source = URL.createObjectURL(video);
  const duration = new Promise<number | null>((resolve) => {
    player.onloadedmetadata = () =>
      resolve(Number.isFinite(player.duration) ? player.duration : null);
    player.onerror = () => resolve(null);
    setTimeout(() => resolve(null), LENGTH_WITHIN_MS);
  });
  player.preload = "metadata";
  player.src = source;
  return duration.finally(() => URL.revokeObjectURL(source));
}

export const browserPhotoProcessor: PhotoProcessor = { shrink, lengthOf };
