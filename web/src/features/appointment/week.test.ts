import { expect, test } from "vitest";
import { addDays, dayAfterKey, daysOfWeek, weekLabel, weekOf, within } from "./week.ts";

test("WIZ-05.1 weeks start on Sunday", () => {
  expect(weekOf("2025-12-10")).toBe("2025-12-07");
  expect(weekOf("2025-12-07")).toBe("2025-12-07");
  expect(daysOfWeek("2025-12-07")).toEqual([
    "2025-12-07",
    "2025-12-08",
    "2025-12-09",
    "2025-12-10",
    "2025-12-11",
    "2025-12-12",
    "2025-12-13",
  ]);
});

test("days are added across months, leap days and clock changes", () => {
  expect(addDays("2025-12-31", 1)).toBe("2026-01-01");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-03-07", 2)).toBe("2026-03-09");
  expect(addDays("2026-11-01", -1)).toBe("2026-10-31");
});

test.each([
  ["ArrowLeft", "2025-12-09"],
  ["ArrowRight", "2025-12-11"],
  ["ArrowUp", "2025-12-03"],
  ["ArrowDown", "2025-12-17"],
  ["PageUp", "2025-12-03"],
  ["PageDown", "2025-12-17"],
  ["Home", "2025-12-07"],
  ["End", "2025-12-13"],
  ["a", null],
])("%s on Wednesday the 10th leads to %s", (key, day) => {
  expect(dayAfterKey(key, "2025-12-10")).toBe(day);
});

test("a day outside the allowed days is brought to the nearest of them", () => {
  expect(within("2025-11-30", "2025-12-05", "2026-01-04")).toBe("2025-12-05");
  expect(within("2026-02-01", "2025-12-05", "2026-01-04")).toBe("2026-01-04");
  expect(within("2025-12-24", "2025-12-05", "2026-01-04")).toBe("2025-12-24");
});

test("weeks are named in words", () => {
  expect(weekLabel("2025-12-07")).toBe("Dec 7 – 13, 2025");
  expect(weekLabel("2025-12-28")).toBe("Dec 28 – Jan 3, 2026");
});
