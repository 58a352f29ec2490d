/** Upload queue of this browser: two files at a time, each with its state. */

import { useEffect, useState } from "react";
import { Problem } from "#api/client.ts";
import { logQuietly } from "#lib/log-quietly.ts";
import { readLocal, removeLocal, writeLocal } from "#lib/storage.ts";
import { browserPhotoProcessor } from "./browser-darkroom.ts";
import { FileProblem, type PhotoProcessor, type Prepared, prepared } from "./prepare-photo.ts";
import { type Kind, type Photo, removePhoto } from "./review.ts";
import { sendFile } from "./send-file.ts";

const AT_ONCE = 2;

type Stage = "waiting" | "preparing" | "sending" | "lost" | "stopped" | "unfit";

export type Upload = {
  slot: string;
  kind: Kind;
  file: File;
  stage: Stage;
  sentBytes: number;
  totalBytes: number;
  /** Why it stopped or cannot be uploaded; `photo_upload_problem` has the text for each code. */
  code: string;
};

export type Uploads = Readonly<Record<string, Upload>>;

type Choice = { slot: string; kind: Kind; file: File; before: Photo | null };

type Job = {
  slot: string;
  kind: Kind;
  file: File;
  left: AbortController;
  /** The server's id of this file, once announced. */
  begunId: string | null;
  /** False for direct uploads to storage, which start over when retried. */
  canGoOn: boolean;
  /** Id of the photo it replaces. */
  replacesId: string | null;
};

type QueueParts = {
  processor: PhotoProcessor;
  /** Called after each finished or removed file, to load the review again. */
  onChange: () => Promise<unknown>;
  /** Called with the state of all uploads whenever it changes. */
  onUploads: (uploads: Uploads) => void;
  send?: typeof sendFile;
};

export class UploadQueue {
  #uploads: Uploads = {};
  #running = 0;
  readonly #jobs = new Map<string, Job>();
  readonly #waiting: Job[] = [];
  readonly #parts: Required<QueueParts>;

  constructor(parts: QueueParts) {
    this.#parts = { send: sendFile, ...parts };
  }

  /**
   * Add a file. The same file as one that was interrupted resumes; another one replaces the photo.
   */
  take({ slot, kind, file, before }: Choice): void {
    const isGoingOn = before?.status === "receiving" && isSameFile(before.id, file);
    this.#start({
      ...{ slot, kind, file, left: new AbortController() },
      begunId: isGoingOn ? before.id : null,
      canGoOn: true,
      replacesId: isGoingOn ? null : (before?.id ?? null),
    });
  }

  retry(slot: string): void {
    const job = this.#jobs.get(slot);
    if (job) this.#start({ ...job, left: new AbortController() });
  }

  async drop(slot: string, photo: Photo | null): Promise<void> {
    const id = this.#jobs.get(slot)?.begunId ?? photo?.id;
    this.#forget(slot);
    if (!id) return;
    await removed(id);
    await this.#parts.onChange();
  }

  readonly uploads = (): Uploads => this.#uploads;

  #start(job: Job): void {
    const { slot, kind, file } = job;
    this.#jobs.get(slot)?.left.abort();
    this.#jobs.set(slot, job);
    const upload = { slot, kind, file, sentBytes: 0, totalBytes: file.size, code: "" };
    this.#show({ ...this.#uploads, [slot]: { ...upload, stage: "waiting" } });
    this.#waiting.push(job);
    this.#next();
  }

  #next(): void {
    while (this.#running < AT_ONCE && this.#waiting.length > 0) {
      const job = this.#waiting.shift();
      if (job && !job.left.signal.aborted) void this.#run(job);
    }
  }

  async #run(job: Job): Promise<void> {
    this.#running += 1;
    try {
      this.#mark(job, { stage: "preparing" });
      await this.#deliver(job, await prepared(job.file, job.kind, this.#parts.processor));
    } catch (reason) {
      this.#mark(job, stoppedBy(reason));
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  async #deliver(job: Job, file: Prepared): Promise<void> {
    if (job.replacesId) await removed(job.replacesId);
    job.replacesId = null;
    this.#mark(job, { stage: "sending", totalBytes: file.bytes.size });
    await this.#parts.send({
      ...{ slot: job.slot, kind: job.kind, file, signal: job.left.signal },
      previousId: job.canGoOn ? job.begunId : null,
      onBegun: (id, canGoOn) => {
        job.begunId = id;
        job.canGoOn = canGoOn;
        if (canGoOn) storeUpload(id, job.file);
      },
      onSent: (sentBytes) => this.#mark(job, { sentBytes }),
      onWait: (isWaiting) => this.#mark(job, { stage: isWaiting ? "lost" : "sending" }),
    });
    if (job.begunId) clearUpload(job.begunId);
    await this.#parts.onChange();
    if (this.#jobs.get(job.slot) === job) this.#forget(job.slot);
  }

  #mark(job: Job, change: Partial<Upload>): void {
    const upload = this.#uploads[job.slot];
    if (!upload || this.#jobs.get(job.slot) !== job) return;
    this.#show({ ...this.#uploads, [job.slot]: { ...upload, ...change } });
  }

  #forget(slot: string): void {
    this.#jobs.get(slot)?.left.abort();
    this.#jobs.delete(slot);
    const { [slot]: _gone, ...rest } = this.#uploads;
    this.#show(rest);
  }

  #show(next: Uploads): void {
    this.#uploads = next;
    this.#parts.onUploads(next);
  }
}

// An upload that is already gone counts as removed.
async function removed(id: string): Promise<void> {
  try {
    await removePhoto(id);
  } catch (reason) {
    if (!(reason instanceof Problem && reason.status === 404)) throw reason;
  }
  clearUpload(id);
}

function stoppedBy(reason: unknown): Pick<Upload, "stage" | "code"> {
  if (reason instanceof FileProblem) return { stage: "unfit", code: reason.code };
  if (reason instanceof Problem) return { stage: "stopped", code: reason.code };
  logQuietly("a photo did not go up")(reason);
  return { stage: "stopped", code: "unknown" };
}

// Which file belongs to a partly uploaded photo, so that after a reload the same file resumes.
type StoredUpload = { name: string; size: number; lastModified: number };

const keyOf = (photoId: string) => `photo-begun-${photoId}`;

const storeUpload = (photoId: string, { name, size, lastModified }: File): void => {
  writeLocal(keyOf(photoId), { name, size, lastModified });
};

const clearUpload = (photoId: string): void => removeLocal(keyOf(photoId));

function isSameFile(photoId: string, file: File): boolean {
  const mark = readLocal<StoredUpload>(keyOf(photoId));
  return (
    mark?.name === file.name && mark.size === file.size && mark.lastModified === file.lastModified
  );
}

/** The page's upload queue; warns before the page is left during an upload. */
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
