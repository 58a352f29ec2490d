/** File uploads: in resumable chunks, or whole to storage with a presigned form. */
import { IN_OUR_LANGUAGE, Problem, unreachable, unwrap } from "#api/client.ts";

const PIECE_WITHIN_MS = 60_000;

type Chunk = { path: string; bytes: Blob; offset: number; signal: AbortSignal };

/** Upload a chunk; returns how many bytes the server has now. */
export const uploadChunk = (chunk: Chunk): Promise<{ offset: number }> => unwrap(patchChunk(chunk));

async function patchChunk({ path, bytes, offset, signal }: Chunk) {
  const response = await fetch(new URL(path, location.origin), {
    method: "PATCH",
    credentials: "same-origin",
    signal: AbortSignal.any([signal, AbortSignal.timeout(PIECE_WITHIN_MS)]),
    headers: {
      ...IN_OUR_LANGUAGE,
      "Content-Type": "application/octet-stream",
      "Upload-Offset": String(offset),
    },
    body: bytes,
  });
  const data = await response.json().catch(() => null);
  return response.ok ? { data: data as { offset: number }, response } : { error: data, response };
}

type Form = {
  url: string;
  fields: Record<string, string>;
  file: Blob;
  signal: AbortSignal;
  onSent: (bytes: number) => void;
};

/** Upload a whole file by form. Uses XMLHttpRequest, because fetch reports no upload progress. */
export function sendForm({ url, fields, file, signal, onSent }: Form): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", file); // must be the last field: storage ignores fields after it
    request.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, file.size));
    request.onload = () => (request.status < 300 ? resolve() : reject(refused(request.status)));
    request.onerror = () => reject(unreachable("the store did not answer"));
    request.onabort = () => reject(unreachable(new DOMException("given up", "AbortError")));
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.open("POST", url);
    request.send(form);
  });
}

const refused = (status: number) =>
  new Problem({ code: "store_refused", status, detail: "", errors: [], retryAfter: null });
