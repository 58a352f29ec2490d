import { expect, test } from "vitest";
import { chosenPeriod, periodQuery } from "./period.ts";

const TODAY = "2026-03-02";
const chosen = (query: string) => chosenPeriod(new URLSearchParams(query), TODAY);

test.each([
  ["", "30", "2026-02-01", TODAY],
  ["period=7", "7", "2026-02-24", TODAY],
  ["period=90", "90", "2025-12-03", TODAY],
  ["period=month", "month", "2026-03-01", TODAY],
  ["period=soon", "30", "2026-02-01", TODAY],
  ["from=2026-02-10&to=2026-02-01", "30", "2026-02-01", TODAY],
  ["from=2025-01-01&to=2025-01-31", null, "2025-01-01", "2025-01-31"],
])("the address %j is these days", (query, preset, from, to) => {
  expect(chosen(query)).toEqual({ preset, days: { from, to } });
});

test("a link keeps the period as it was chosen", () => {
  expect(periodQuery(chosen("period=month"))).toBe("period=month");
  expect(periodQuery(chosen("from=2025-01-01&to=2025-01-31"))).toBe(
    "from=2025-01-01&to=2025-01-31",
  );
});
