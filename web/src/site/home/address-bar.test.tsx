import { render, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, describe, expect, test } from "vitest";
import type { BookingSummary } from "#api/my-booking.ts";
import { PRICE } from "#business/price.fixtures.ts";
import { ADDRESS, BOUGHT, CLOSE, COVERED } from "#draft/draft.fixtures.ts";
import { DRAFT_KEY, emptyDraft } from "#draft/draft.ts";
import { type DraftEvent, nextDraft } from "#draft/next-draft.ts";
import { NextOpenDay } from "#features/next-open-day/next-open-day.tsx";
import { showNextOpenDay } from "#features/next-open-day/show-next-open-day.ts";
import { writeSession } from "#lib/storage.ts";
import { serving, setBookingHint } from "#test-support.ts";
import { showBookingIfAny, welcomeBack } from "./address-bar.ts";
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

const booked = (change: Partial<BookingSummary> = {}): BookingSummary => ({
  id: "o1",
  code: "SB-KTCD5",
  status: "reserved",
  address: ADDRESS,
  total_cents: 12_694_77,
  visit_status: "held",
  day: "2099-12-16",
  time_window: "morning",
  start_at: "2099-12-16T14:30:00Z",
  end_at: "2099-12-16T18:30:00Z",
  held_until: "2099-11-22T03:47:00Z",
  next_step: "pay_fee",
  reserved_at: "2026-11-22T03:12:00Z",
  ...change,
});
const PAID = { visit_status: "confirmed", held_until: null, next_step: "send_photos" } as const;
const LOST = { visit_status: "expired", held_until: null } as const;

async function homeWith(...bookings: BookingSummary[]) {
  const asked: string[] = [];
  server.use(
    http.get("*/api/my-bookings", ({ request }) => {
      asked.push(request.url);
      return HttpResponse.json(bookings);
    }),
  );
  render(<AddressBar />);
  await showBookingIfAny(bar());
  return asked;
}

describe("with the server's hint at a booking", () => {
  beforeEach(() => {
    setBookingHint(true);
    return () => setBookingHint(false);
  });

  test.each([
    [
      "TRUTH-02.3 a held day, until when, and the way to finish it",
      {},
      [/^Wednesday, December 16 is held until 9:47\sPM on Saturday, November 21$/, "Finish"],
      "/finalize-installation?order=o1",
    ],
    [
      "TRUTH-02.4 a paid day leads to My booking",
      PAID,
      [/^Your installation: Wednesday, December 16$/, "My booking"],
      "/my-booking?order=o1",
    ],
    [
      "TRUTH-02.3 a hold that ran out is said to have run out",
      LOST,
      [/was not paid in time/, "Look again"],
      "/finalize-installation?order=o1",
    ],
  ] as const)("%s", async (_, change, [text, action], path) => {
    await homeWith(booked(change));

    expect(words()).toEqual([expect.stringMatching(text), action]);
    expect(bar().getAttribute("href")).toBe(path);
  });

  test("TRUTH-02.4 two paid days: how many, and the way to their list", async () => {
    await homeWith(booked({ ...PAID, id: "o2" }), booked(PAID));

    expect(words()).toEqual(["2 bookings", "My bookings"]);
    expect(bar().getAttribute("href")).toBe("/my-booking");
  });

  test("TRUTH-02.3 a held day goes before a paid one", async () => {
    await homeWith(booked({ ...PAID, id: "o2" }), booked({}));

    expect(words()).toEqual([expect.stringMatching(/is held until 9:47\sPM/), "Finish"]);
  });

  test("a browser whose bookings are gone is a stranger's", async () => {
    await homeWith();

    expect(words()).toEqual(["Your address", "See my price"]);
  });
});

test("without the hint nobody is asked", async () => {
  expect(await homeWith(booked())).toEqual([]);
  expect(words()).toEqual(["Your address", "See my price"]);
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
