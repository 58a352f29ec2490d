/**
 * Typed calls of the API contract, sent with native fetch: openapi-fetch is used for its types
 * only, so it adds no bytes.
 */
import type { Client } from "openapi-fetch";
import type { paths } from "#lib/api/schema.gen.ts";

type Params = {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  header?: Record<string, string>;
};
type Init = RequestInit & { params?: Params; body?: unknown };
type Transport = (request: Request) => Promise<Response>;
type ApiClient = Pick<Client<paths>, "GET" | "POST" | "PUT" | "PATCH" | "DELETE">;

const ORIGIN = globalThis.location?.origin ?? "http://localhost";

const send =
  (method: string, carry: Transport) =>
  async (template: string, { params = {}, body, ...rest }: Init = {}) => {
    const request = new Request(buildUrl(template, params), {
      ...rest,
      method,
      credentials: "same-origin",
      headers: { ...(body !== undefined && JSON_BODY), ...params.header },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const response = await carry(request);
    const text = await response.text();
    if (!response.ok) return { error: parseJson(text), response };
    return { data: text === "" ? undefined : JSON.parse(text), response };
  };

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const JSON_BODY = { "Content-Type": "application/json" };

function buildUrl(template: string, { path = {}, query = {} }: Params): string {
  const filled = template.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(String(path[name])),
  );
  const searchParams = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) searchParams.set(name, String(value));
  const search = searchParams.toString();
  return `${ORIGIN}${filled}${search && `?${search}`}`;
}

/** Parse JSON; text that is not JSON, such as a proxy's error page, is returned as it is. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Create the typed calls on the given transport. */
export const createClient = (carry: Transport) =>
  Object.fromEntries(
    METHODS.map((method) => [method, send(method, carry)]),
  ) as unknown as ApiClient;

export const calls = createClient((request) => globalThis.fetch(request));
