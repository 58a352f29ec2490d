/** The page's upload queue; warns before the page is left during an upload. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { browserPhotoProcessor } from "./browser-darkroom.ts";
import { UploadQueue, type Uploads } from "./upload-queue.ts";

const NONE: Uploads = {};

export function useUploads(onChange: () => Promise<unknown>) {
  const [queue] = useState(() => new UploadQueue({ processor: browserPhotoProcessor, onChange }));
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads, () => NONE);
  const isBusy = Object.values(uploads).some(({ stage }) => !["stopped", "unfit"].includes(stage));

  useEffect(() => {
    if (!isBusy) return;
    const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warnBeforeUnload);
    return () => removeEventListener("beforeunload", warnBeforeUnload);
  }, [isBusy]);

  return { queue, uploads, isBusy };
}
