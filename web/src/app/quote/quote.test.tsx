import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import type { Schemas } from "#api/client.ts";
import { PRICE } from "#business/price.fixtures.ts";
import { readDraft, startDraft } from "#draft/use-draft.ts";
import { renderInApp } from "#fixtures/render-in-app.tsx";
import { hrefOf, refused, serving } from "#test-support.ts";
import QuotePage from "./quote.tsx";

const TOKEN = "AAAAAAAAAAAAAAAAAAAAAA";
const server = serving();
const QUOTE: Schemas["SavedQuoteOut"] = {
  city: "The Woodlands",
  zip_code: "77380",
  band: "close",
  band_from_ft: 0,
  band_max_ft: 25,
  generator_choice: "buy_here",
  generator: { brand: "Generac", model: "Guardian", kw: 22, model_number: "7043" },
  lines: PRICE,
  lines_today: PRICE,
  created_at: "2026-03-01T12:00:00Z",
  valid_until: "2026-03-31T12:00:00Z",
  is_valid: true,
};

beforeEach(() => startDraft());

function show(respond: () => Response) {
  server.use(http.get(`*/api/saved-quotes/${TOKEN}`, respond));
  const { hook } = memoryLocation({ path: `/quote/${TOKEN}` });
  renderInApp(
    <Router hook={hook}>
      <QuotePage />
    </Router>,
  );
}
const showQuote = (change: Partial<typeof QUOTE> = {}) =>
  show(() => HttpResponse.json({ ...QUOTE, ...change }));

test("SAVE-01.2 the quote says until when it is valid, and opens the wizard with its choices", async () => {
  showQuote();

  expect(await screen.findByText("Valid until Tuesday, March 31, 2026")).toBeTruthy();
  expect(screen.getByText("$12,694.77")).toBeTruthy();
  expect(hrefOf("Reserve a day")).toBe("/installation-wizard?band=25");
  await userEvent.click(screen.getByRole("link", { name: "Reserve a day" }));
  expect(readDraft().generator).toMatchObject({
    choice: "buy_here",
    product: { model_number: "7043", kw: 22 },
  });
});

test("after a change of prices today's price is shown, and says so", async () => {
  showQuote({ lines_today: { ...PRICE, installation_cents: 5_295_23, total_cents: 13_000_00 } });

  expect(await screen.findByText(/Prices have changed since this quote was saved/)).toBeTruthy();
  expect(screen.getByText("$13,000.00")).toBeTruthy();
});

test("what is not for sale any more cannot be reserved", async () => {
  showQuote({ lines_today: null, is_valid: false });

  expect(await screen.findByText(/no longer for sale/)).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Reserve a day" })).toBeNull();
});

test("an unknown link leads to a new estimate", async () => {
  show(() => refused(404, "saved_quote_not_found"));

  expect(await screen.findByRole("heading", { name: "We couldn’t find this quote" })).toBeTruthy();
});

test("it prints when it was opened to be printed", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  history.replaceState(null, "", `/quote/${TOKEN}?print`);
  showQuote();

  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce());
});
