/** What the tests of many pages share: a server that says what they tell it, and links by name. */
import { screen } from "@testing-library/react";
import { HttpResponse, type RequestHandler } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";
import { Problem } from "#lib/api/client.ts";

/** The server of a file; after each test it answers as in the beginning. */
export function serving(...handlers: RequestHandler[]) {
  const server = setupServer(...handlers);
  beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}

export const refused = (status: number, code: string, more: object = {}) =>
  HttpResponse.json({ code, status, detail: code, errors: [], ...more }, { status });

export const hrefOf = (name: string | RegExp) =>
  screen.getByRole("link", { name }).getAttribute("href");

/** What a call throws that was refused so. */
export const aProblem = (code: string, status: number, more: Partial<Problem> = {}) =>
  new Problem({ code, status, detail: "", errors: [], retryAfter: null, ...more });
