/** Makes photos smaller off the page's own thread, so that it stays quick under the finger. */
import { shrunk } from "./shrink.ts";

type ShrinkRequest = MessageEvent<{ photo: Blob; largestBytes: number }>;

self.onmessage = async ({ data }: ShrinkRequest) => {
  try {
    self.postMessage({ smaller: await shrunk(data.photo, data.largestBytes) });
  } catch {
    self.postMessage({ smaller: null });
  }
};
