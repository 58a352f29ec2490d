/** Compresses photos in a worker, so that the page stays responsive. */
import { shrunk } from "./shrink.ts";

type ShrinkRequest = MessageEvent<{ photo: Blob; largestBytes: number }>;

self.onmessage = async ({ data }: ShrinkRequest) => {
  try {
    self.postMessage({ smaller: await shrunk(data.photo, data.largestBytes) });
  } catch {
    self.postMessage({ smaller: null });
  }
};
