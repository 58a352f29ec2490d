/** Staff API calls: typed like all others, sent with the access token. */
import {
  createApi,
  fetchWithin,
  IN_OUR_LANGUAGE,
  parseJson,
  problemOf,
  TIMEOUT_MS,
  unreachable,
} from "#api/client.ts";
import { accessToken, hasOtherToken, sessionHasEnded } from "#api/staff-session.ts";

/** Shows the second-factor prompt; resolves to false when it was dismissed. */
type FactorPrompt = () => Promise<boolean>;

const STALE = "second_factor_stale";

let askForFactor: FactorPrompt | null = null;
let pendingPrompt: Promise<boolean> | null = null;

/**
 * Register the prompt used when a call needs the second factor again; the call is then repeated
 * once. Returns its removal.
 */
export function setFactorPrompt(prompt: FactorPrompt) {
  askForFactor = prompt;
  return () => {
    if (askForFactor === prompt) askForFactor = null;
  };
}

const SLOW_MS = 180_000;

export const staff = createApi(transport(fetchWithin(TIMEOUT_MS)));

/** For what takes minutes: 20 MB from a job site, a day of jobs moved, all of the audit log. */
export const slowStaff = createApi(transport(fetchWithin(SLOW_MS)));

/** Of a call whose body is a file: it is sent as it is. */
export const AS_BYTES = {
  headers: { "Content-Type": "application/octet-stream" },
  bodySerializer: (file: Blob) => file,
};

// A large file takes as long as it takes.
const download = transport((request) => globalThis.fetch(request));

/** Download a picture, PDF or CSV that only staff may see. Throws Problem. */
export async function staffFile(path: string, signal: AbortSignal | null = null): Promise<Blob> {
  const request = new Request(new URL(path, location.origin), { signal, headers: IN_OUR_LANGUAGE });
  const response = await download(request).catch((reason: unknown) => {
    throw unreachable(reason);
  });
  if (!response.ok) throw problemOf(parseJson(await response.text()), response);
  // Cut in the middle, it is no file: the server closes the connection before the end.
  return response.blob().catch((reason: unknown) => {
    throw unreachable(reason);
  });
}

type Send = (request: Request) => Promise<Response>;

// Each try has the whole time: the prompt for the second factor may stand for minutes.
function transport(send: Send): Send {
  return async (request) => {
    const copy = request.clone();
    const response = await sendWithNewestToken(request, send);
    if (response.status === 401) await sessionHasEnded();
    if (response.status !== 403 || !askForFactor || !(await isStale(response))) return response;
    return (await promptOnce(askForFactor)) ? withAuth(copy, send) : response;
  };
}

// A second factor verified meanwhile, here or in another tab, invalidated the token the call was
// sent with.
async function sendWithNewestToken(request: Request, send: Send): Promise<Response> {
  const copy = request.clone();
  const response = await withAuth(request, send);
  const token = request.headers.get("Authorization")?.replace("Bearer ", "");
  if (response.status !== 401 || !token || !(await hasOtherToken(token))) return response;
  return withAuth(copy, send);
}

async function withAuth(request: Request, send: Send): Promise<Response> {
  const token = await accessToken();
  if (token) request.headers.set("Authorization", `Bearer ${token}`);
  return send(request);
}

async function isStale(response: Response): Promise<boolean> {
  const problem = parseJson(await response.clone().text()) as { code?: string } | null;
  return problem?.code === STALE;
}

// Calls refused at the same time share one prompt.
function promptOnce(prompt: FactorPrompt): Promise<boolean> {
  pendingPrompt ??= prompt().finally(() => {
    pendingPrompt = null;
  });
  return pendingPrompt;
}
