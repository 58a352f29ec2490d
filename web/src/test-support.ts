/** Shared test helpers: a mock server, sample data, and links by name. */

import { screen } from "@testing-library/react";
import jsQr from "jsqr";
import { HttpResponse, type RequestHandler } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";
import { Problem } from "#api/client.ts";

/** Start a mock server for a test file; its handlers are reset after each test. */
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

/** The Problem that a refused call throws. */
export const aProblem = (code: string, status: number, more: Partial<Problem> = {}) =>
  new Problem({ code, status, detail: "", errors: [], retryAfter: null, ...more });

export const SPRING = "1 Oak Ln, Spring, TX 77379, USA";

/** Coverage response for a home in Spring; `change` overrides fields. */
export const aCoverage = (change: object = {}) => ({
  is_covered: true,
  zip_code: "77379",
  city: "Spring",
  township: "default",
  formatted_address: SPRING,
  reason: null,
  nearest: null,
  street_problem: null,
  ...change,
});

export const aPrediction = (street: string) => ({
  description: `${street}, Spring, TX 77379, USA`,
  place_id: `offline:${street}`,
  structured_formatting: { main_text: street, secondary_text: "Spring, TX 77379, USA" },
  is_street_as_typed: false,
});

export const aGenerator = <Change extends object>(id: number, kw: number, change: Change) => ({
  id,
  brand: "Generac",
  model: "Guardian",
  model_number: "7043",
  kw,
  price: 6979,
  description: "Home standby generator",
  fuel_type: "Natural Gas/Propane",
  has_wifi: true,
  switch_type: "automatic",
  ...change,
});

const PIXELS_PER_MODULE = 4;

/** What a phone's camera reads from a `QrCode`: its squares are drawn dark on light and decoded. */
export function scanQrCode(svg: Element): string | undefined {
  const size = Number(svg.getAttribute("viewBox")?.split(" ")[2]) * PIXELS_PER_MODULE;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (const [, x, y] of svg.innerHTML.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < PIXELS_PER_MODULE; row += 1) {
      const from =
        ((Number(y) * PIXELS_PER_MODULE + row) * size + Number(x) * PIXELS_PER_MODULE) * 4;
      pixels.fill(0, from, from + PIXELS_PER_MODULE * 4);
    }
  for (let alpha = 3; alpha < pixels.length; alpha += 4) pixels[alpha] = 255;
  return jsQr(pixels, size, size)?.data;
}

/** The server's hint at a booking of this browser, as its answer sets it, or takes it away. */
export function setBookingHint(isThere: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the product reads it there
  document.cookie = isThere ? "booked=1" : "booked=; max-age=0";
}
