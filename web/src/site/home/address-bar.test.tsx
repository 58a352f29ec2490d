import { render, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { ADDRESS, BOUGHT, CLOSE, COVERED, PRICE } from "#draft/draft.fixtures.ts";
import { DRAFT_KEY, emptyDraft } from "#draft/draft.ts";
import { type DraftEvent, nextDraft } from "#draft/next-draft.ts";
import { NextOpenDay } from "#features/next-open-day/next-open-day.tsx";
import { showNextOpenDay } from "#features/next-open-day/show-next-open-day.ts";
import { writeSession } from "#lib/storage.ts";
import { serving } from "#test-support.ts";
import { welcomeBack } from "./address-bar.ts";
import { AddressBar } from "./address-bar.tsx";

const NOW = "2026-11-24T12:00:00Z";
const server = serving();
const bar = () => screen.getByRole<HTMLAnchorElement>("link");
const words = () => [...bar().querySelectorAll("span span")].map((each) => each.textContent);

const PRICED: DraftEvent = { type: "stepCompleted", step: "address", price: PRICE };
const SIZED: DraftEvent = { type: "stepCompleted", step: "generator", price: PRICE };

function visitWith(...events: DraftEvent[]) {
  const draft = events.reduce((draft, event) => nextDraft(draft, event, NOW), emptyDraft(NOW, "1"));
  writeSession(DRAFT_KEY, draft);
  render(<AddressBar />);
  welcomeBack(bar());
}

beforeEach(() => sessionStorage.clear());

test("SAVE-01.3 a visitor with a draft is welcomed back with address, size and price", () => {
  visitWith(COVERED, CLOSE, PRICED, BOUGHT, SIZED);

  expect(words()).toEqual(["Welcome back: 9 Grogans Mill Rd · 22 kW · $12,694", "Pick a day"]);
  expect(bar().getAttribute("href")).toBe("/installation-date");
});

test("SAVE-01.3 before a generator is chosen the address alone is named", () => {
  visitWith(COVERED, CLOSE, PRICED);

  expect(words()[0]).toBe("Welcome back: 9 Grogans Mill Rd");
});

test.each([
  ["without a draft", []],
  ["with an address that was only typed", [{ type: "addressTyped", address: ADDRESS } as const]],
  [
    "after the reservation",
    [COVERED, CLOSE, PRICED, BOUGHT, SIZED, { type: "orderPlaced", orderId: "1" } as const],
  ],
])("%s the bar leads to the address box", (_, events) => {
  visitWith(...events);

  expect(words()).toEqual(["Your address", "See my price"]);
  expect(bar().getAttribute("href")).toBe("#quote");
});

test("a draft of an unknown shape is left alone", () => {
  writeSession(DRAFT_KEY, { some: "other" });
  render(<AddressBar />);

  welcomeBack(bar());

  expect(bar().getAttribute("href")).toBe("#quote");
});

const day = (date: string, open: boolean) => ({ date, open });

test.each([
  [
    "the first open day",
    { days: [day("2026-12-07", false), day("2026-12-08", true)] },
    "Tue, Dec 8",
  ],
  ["the usual wait when no day is open", { days: [day("2026-12-07", false)] }, "about 15 days out"],
  ["the usual wait when the server fails", { code: "busy" }, "about 15 days out"],
])("DATE-01.5 the home page names %s", async (_, answer, shown) => {
  server.use(http.get("*/api/availability", () => HttpResponse.json(answer)));
  render(<NextOpenDay />);
  const line = screen.getByRole("strong");

  await showNextOpenDay(line);

  expect(line.textContent).toBe(shown);
});
