/** The page's upload queue; warns before the page is left during an upload. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { browserDarkroom } from "./browser-darkroom.ts";
import { UploadQueue, type Uploads } from "./upload-queue.ts";

const NONE: Uploads = {};

export function useUploads(onChange: () => Promise<unknown>) {
  const [queue] = useState(() => new UploadQueue({ darkroom: browserDarkroom, onChange }));
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads, () => NONE);
  const isBusy = Object.values(uploads).some(({ stage }) => !["stopped", "unfit"].includes(stage));

  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isBusy]);

  return { queue, uploads, isBusy };
}
