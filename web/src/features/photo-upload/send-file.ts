/**
 * Upload of one file: announce it, then send chunk after chunk, asking the server for its offset
 * after an error.
 */
import { Problem } from "#api/client.ts";
import { sendForm } from "#api/uploads.ts";
import type { Prepared } from "./prepare-photo.ts";
import { type Announced, announce, appendChunk, fetchOffset, type Kind } from "./review.ts";

// Smaller than the server's limit: the step of the progress bar, and the most that a lost
// connection costs.
const CHUNK_BYTES = 512 * 1024;

export type Sending = {
  slot: string;
  kind: Kind;
  file: Prepared;
  /** The server's id of the same file, when part of it was uploaded before. */
  previousId: string | null;
  signal: AbortSignal;
  onBegun: (id: string, canGoOn: boolean) => void;
  onSent: (bytes: number) => void;
  onWait: (isWaiting: boolean) => void;
};

/** Throws Problem once the retries are used up. */
export async function sendFile(sending: Sending): Promise<void> {
  const { file, signal, onSent } = sending;
  const announced = await withRetry(() => startUpload(sending), sending);
  const { upload } = announced;
  sending.onBegun(announced.id, upload === null);
  if (!upload) return uploadChunks(announced, sending);
  return withRetry(() => sendForm({ ...upload, file: file.bytes, signal, onSent }), sending);
}

async function startUpload({ slot, kind, file, previousId }: Sending): Promise<Announced> {
  if (previousId) {
    const { offset } = await fetchOffset(previousId);
    return { id: previousId, offset, chunk_bytes: CHUNK_BYTES, upload: null };
  }
  return announce({
    slot,
    kind,
    size_bytes: file.bytes.size,
    content_type: file.contentType,
  });
}

async function uploadChunks(
  { id, offset, chunk_bytes }: Announced,
  sending: Sending,
): Promise<void> {
  const { bytes } = sending.file;
  const chunkBytes = Math.min(chunk_bytes, CHUNK_BYTES);
  let sentOffset = offset;
  sending.onSent(sentOffset);
  while (sentOffset < bytes.size) {
    const from = sentOffset;
    sentOffset = await withRetry(async (isAgain) => {
      const offset = isAgain ? (await fetchOffset(id)).offset : from;
      if (offset >= bytes.size) return offset;
      return sendChunk(id, { bytes: bytes.slice(offset, offset + chunkBytes), offset, sending });
    }, sending);
    sending.onSent(sentOffset);
  }
}

type Chunk = { bytes: Blob; offset: number; sending: Sending };

// The server refuses a chunk at the wrong offset, such as one sent twice; then its own offset is
// used.
async function sendChunk(id: string, { bytes, offset, sending }: Chunk): Promise<number> {
  try {
    return (await appendChunk(id, { bytes, offset, signal: sending.signal })).offset;
  } catch (reason) {
    if (reason instanceof Problem && reason.code === "upload_offset_wrong")
      return (await fetchOffset(id)).offset;
    throw reason;
  }
}

const MOST_TRIES = 8;
const LONGEST_WAIT_MS = 15_000;
const LONGEST_ASKED_S = 60;
const OFFLINE_WAIT_MS = 60_000;

type RetryPolicy = { signal: AbortSignal; onWait: (isWaiting: boolean) => void };

/** Retry with growing delays when the connection was lost; domain errors are not retried. */
export async function withRetry<T>(
  attempt: (isAgain: boolean) => Promise<T>,
  policy: RetryPolicy,
  tries = 0,
): Promise<T> {
  const { signal, onWait } = policy;
  try {
    const result = await attempt(tries > 0);
    if (tries > 0) onWait(false);
    return result;
  } catch (reason) {
    const wait = waitMs(tries, reason);
    if (wait === null || signal.aborted) throw reason;
    onWait(true);
    await pause(wait, signal);
    if (signal.aborted) throw reason;
  }
  return withRetry(attempt, policy, tries + 1);
}

// No response, too many requests, or a server error, unless the requested wait is longer than
// anybody would watch.
function isTransient(reason: unknown): reason is Problem {
  if (!(reason instanceof Problem) || (reason.retryAfter ?? 0) > LONGEST_ASKED_S) return false;
  return (
    ["offline", "timeout"].includes(reason.code) || reason.status === 429 || reason.status >= 500
  );
}

// Null: do not retry.
function waitMs(tries: number, reason: unknown): number | null {
  if (tries >= MOST_TRIES || !isTransient(reason)) return null;
  if (reason.retryAfter !== null) return reason.retryAfter * 1000;
  if (!navigator.onLine) return OFFLINE_WAIT_MS;
  return Math.min(1000 * 2 ** tries, LONGEST_WAIT_MS);
}

// Resolves early when the connection is back or the signal aborts.
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      signal.removeEventListener("abort", go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener("online", go);
    signal.addEventListener("abort", go);
  });
}
