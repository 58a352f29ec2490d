/** The page's upload queue; warns before the page is left during an upload. */
import { useEffect, useState } from "react";
import { browserPhotoProcessor } from "./browser-darkroom.ts";
import { UploadQueue, type Uploads } from "./upload-queue.ts";

export function useUploads(onChange: () => Promise<unknown>) {
  const [uploads, setUploads] = useState<Uploads>({});
  const [queue] = useState(
    () => new UploadQueue({ processor: browserPhotoProcessor, onChange, onUploads: setUploads }),
  );
  const isBusy = Object.values(uploads).some(({ stage }) => !["stopped", "unfit"].includes(stage));

  useEffect(() => {
    if (!isBusy) return;
    const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warnBeforeUnload);
    return () => removeEventListener("beforeunload", warnBeforeUnload);
  }, [isBusy]);

  return { queue, uploads, isBusy };
}
