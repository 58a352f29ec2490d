/** Proxy between a client and the auth service that changes one thing in each response. */
import type { IncomingMessage } from "node:http";
import { startServer } from "../e2e/nearby-server.ts";

type Json = Record<string, unknown>;

/** One request and its response; a spoiler changes `status`, `headers` or `body`. */
export type Exchange = {
  path: string;
  request: Json;
  status: number;
  headers: Headers;
  body: Json;
};
export type Spoiler = (exchange: Exchange) => void;

const HOP_BY_HOP = ["connection", "content-encoding", "content-length", "transfer-encoding"];

/** Start the proxy in front of `site`; returns its URL and the function that closes it. */
export function startSpoilingProxy(site: string, spoil: Spoiler) {
  const issuedTokens = new Map<string, string>(); // spoiled access token -> issued one
  return startServer(async (request, response) => {
    const { exchange, isEmpty } = await forward(site, request, issuedTokens);
    const issued = exchange.body.access_token;
    if (!isEmpty) spoil(exchange);
    if (typeof issued === "string") issuedTokens.set(String(exchange.body.access_token), issued);
    for (const name of HOP_BY_HOP) exchange.headers.delete(name);
    response.writeHead(exchange.status, Object.fromEntries(exchange.headers));
    response.end(isEmpty ? undefined : JSON.stringify(exchange.body));
  });
}

async function forward(site: string, request: IncomingMessage, issuedTokens: Map<string, string>) {
  const body = await bodyOf(request);
  const address = new URL(request.url ?? "/", site);
  const upstream = await globalThis.fetch(address, {
    method: request.method ?? "GET",
    headers: headersFor(request, issuedTokens),
    body: body.length > 0 ? body : null,
  });
  const text = await upstream.text();
  const exchange: Exchange = {
    path: address.pathname,
    request: jsonOf(body.toString()),
    status: upstream.status,
    headers: new Headers(upstream.headers),
    body: jsonOf(text),
  };
  return { exchange, isEmpty: text === "" };
}

// Sends the issued token to the service: only the client sees the spoiled one.
function headersFor(
  request: IncomingMessage,
  issuedTokens: Map<string, string>,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of ["authorization", "content-type", "x-supabase-api-version"]) {
    const text = request.headers[name];
    if (typeof text === "string") headers[name] = text;
  }
  const token = headers.authorization?.replace("Bearer ", "") ?? "";
  if (issuedTokens.has(token)) headers.authorization = `Bearer ${issuedTokens.get(token)}`;
  return headers;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}
