import { render } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { serving } from "#test-support.ts";
import { NextOpenDay } from "./next-open-day.tsx";
import { showNextOpenDay } from "./show-next-open-day.ts";

const server = serving();
const days = [
  { date: "2026-12-07", open: false },
  { date: "2026-12-08", open: true },
  { date: "2026-12-09", open: true },
];
const line = () => document.querySelector("[data-next-open-day]");
const isSeen = () => !line()?.classList.contains("invisible");

test("DATE-01.5 the next open day is named as soon as it is known", async () => {
  server.use(http.get("*/api/availability", () => HttpResponse.json({ days })));
  render(<NextOpenDay />);
  expect(isSeen()).toBe(false);

  await showNextOpenDay();

  expect(line()?.textContent).toBe("Next open day: Tue, Dec 8");
  expect(isSeen()).toBe(true);
});

test.each([
  ["no day is open", () => HttpResponse.json({ days: days.slice(0, 1) })],
  ["the server does not answer", () => HttpResponse.error()],
  ["the server is busy", () => HttpResponse.json({}, { status: 503 })],
])("nothing is said when %s", async (_, answer) => {
  server.use(http.get("*/api/availability", answer));
  render(<NextOpenDay />);

  await showNextOpenDay();

  expect(isSeen()).toBe(false);
});
