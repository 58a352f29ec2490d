/** A server between a client and the auth service, which spoils one thing in what is answered. */
import type { IncomingMessage } from "node:http";
import { nearby } from "../e2e/nearby-server.ts";

type Json = Record<string, unknown>;

/** What of the exchange a spoiler may look at; `answer.body` is what it returns or changes. */
export type Exchange = {
  path: string;
  asked: Json;
  status: number;
  headers: Headers;
  body: Json;
};
export type Spoiler = (exchange: Exchange) => void;

const HOP_BY_HOP = ["connection", "content-encoding", "content-length", "transfer-encoding"];

/** The address to drive instead of `site`, and how to end it. */
export function spoiled(site: string, spoil: Spoiler) {
  const given = new Map<string, string>(); // an access token that was spoiled, and the one it was
  return nearby(async (request, response) => {
    const { exchange, isEmpty } = await exchanged(site, request, given);
    const issued = exchange.body.access_token;
    if (!isEmpty) spoil(exchange);
    if (typeof issued === "string") given.set(String(exchange.body.access_token), issued);
    for (const name of HOP_BY_HOP) exchange.headers.delete(name);
    response.writeHead(exchange.status, Object.fromEntries(exchange.headers));
    response.end(isEmpty ? undefined : JSON.stringify(exchange.body));
  });
}

async function exchanged(site: string, request: IncomingMessage, given: Map<string, string>) {
  const asked = await bodyOf(request);
  const address = new URL(request.url ?? "/", site);
  const real = await globalThis.fetch(address, {
    method: request.method ?? "GET",
    headers: headersFor(request, given),
    body: asked.length > 0 ? asked : null,
  });
  const text = await real.text();
  const exchange: Exchange = {
    path: address.pathname,
    asked: jsonOf(asked.toString()),
    status: real.status,
    headers: new Headers(real.headers),
    body: jsonOf(text),
  };
  return { exchange, isEmpty: text === "" };
}

/** The service is asked with the token that it issued: only what a client reads is spoiled. */
function headersFor(request: IncomingMessage, given: Map<string, string>): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const name of ["authorization", "content-type", "x-supabase-api-version"]) {
    const text = request.headers[name];
    if (typeof text === "string") sent[name] = text;
  }
  const token = sent.authorization?.replace("Bearer ", "") ?? "";
  if (given.has(token)) sent.authorization = `Bearer ${given.get(token)}`;
  return sent;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function jsonOf(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return {};
  }
}
