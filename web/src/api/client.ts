/** API client: typed calls, with Problem as the only kind of failure. */
import createClient from "openapi-fetch";
import type { components, paths } from "#api/schema.gen.ts";

export type Schemas = components["schemas"];

export type FieldProblem = { field: string; code: string; message: string };

type ProblemParts = {
  code: string;
  status: number;
  detail: string;
  errors: FieldProblem[];
  retryAfter: number | null;
  isRepeatable?: boolean;
};

/**
 * A failed call: a domain error with its code, or `offline`, `timeout` or `aborted` when there was
 * no response.
 */
export class Problem extends Error {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly errors: FieldProblem[];
  /** Seconds to wait according to Retry-After; null without it. */
  readonly retryAfter: number | null;
  /** Whether the same call may be made again without asking: it takes effect once. */
  readonly isRepeatable: boolean;

  constructor({ code, status, detail, errors, retryAfter, isRepeatable = false }: ProblemParts) {
    super(detail);
    this.name = "Problem";
    this.code = code;
    this.status = status;
    this.detail = detail;
    this.errors = errors;
    this.retryAfter = retryAfter;
    this.isRepeatable = isRepeatable;
  }
}

const repeatable = new WeakSet<Response>();

// Only a POST adds something each time; the others replace, change or remove what they name.
const takesEffectOnce = ({ method, headers }: Request) =>
  method !== "POST" || headers.has("Idempotency-Key");

/** Answers come in the language of the page, not the browser's. */
export const IN_OUR_LANGUAGE = { "Accept-Language": LANGUAGE };

/** Create the typed calls on a transport of their own. */
export const createApi = (fetch: (request: Request) => Promise<Response>) =>
  createClient<paths>({
    baseUrl: globalThis.location?.origin ?? "http://localhost",
    credentials: "same-origin",
    headers: IN_OUR_LANGUAGE,
    fetch: async (request) => {
      const response = await fetch(request);
      if (takesEffectOnce(request)) repeatable.add(response);
      return response;
    },
  });

/** How long a call waits for its answer, in milliseconds: the card provider may be called meanwhile. */
export const TIMEOUT_MS = 30_000;

/** Send requests that end after `ms` milliseconds, or sooner by a signal of their own. */
export const fetchWithin = (ms: number) => (request: Request) =>
  globalThis.fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(ms)]) });

export const api = createApi(fetchWithin(TIMEOUT_MS));

type FetchResult<T> = { data?: T; error?: unknown; response: Response };

/**
 * Return the response body, or throw a Problem. `isRepeatable` is for a POST without a key that the
 * server takes once by what it asks for: the open payment page, the acceptance, the canceled visit
 * is returned again.
 */
export async function unwrap<T>(
  call: Promise<FetchResult<T>>,
  { isRepeatable = false } = {},
): Promise<T> {
  const result = await call.catch((reason: unknown) => {
    throw unreachable(reason);
  });
  if (!result.response.ok) throw problemOf(result.error, result.response, isRepeatable);
  return result.data as T;
}

/** Problem for a call without a response: timeout, aborted, or offline. */
export function unreachable(reason: unknown): Problem {
  const name = reason instanceof DOMException ? reason.name : "";
  const code = name === "TimeoutError" ? "timeout" : name === "AbortError" ? "aborted" : "offline";
  return new Problem({ code, status: 0, detail: String(reason), errors: [], retryAfter: null });
}

/** Parse JSON; text that is not JSON, such as a proxy's error page, is returned as it is. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Problem for an error response, built from its body. */
export function problemOf(body: unknown, response: Response, isRepeatable = false): Problem {
  const problem = (typeof body === "object" && body !== null ? body : {}) as Partial<ProblemParts>;
  return new Problem({
    code: problem.code ?? "unknown",
    status: response.status,
    detail: problem.detail ?? response.statusText,
    errors: problem.errors ?? [],
    retryAfter: Number(response.headers.get("Retry-After")) || null,
    isRepeatable: isRepeatable || repeatable.has(response),
  });
}
