/**
 * Upload of one file: announce it, then send chunk after chunk, asking the server for its offset
 * after an error.
 */
import { Problem } from "#api/client.ts";
import { sendForm } from "#api/uploads.ts";
import { type Announced, announce, appendChunk, fetchOffset } from "./photo-calls.ts";
import type { Prepared } from "./prepare-photo.ts";
import { withRetry } from "./retry.ts";
import type { Kind } from "./review.ts";

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
