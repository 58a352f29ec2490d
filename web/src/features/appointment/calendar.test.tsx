import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Availability } from "./availability.ts";
import { DayPicker } from "./day-picker.tsx";

const day = (date: string, reason: Availability["days"][number]["reason"], crews_left = 2) => ({
  date,
  open: reason === null,
  reason,
  windows: [],
  closed_windows: [],
  crews_left,
});
const AVAILABILITY: Availability = {
  today: "2025-11-20",
  min_date: "2025-12-05",
  max_date: "2025-12-18",
  days: [
    day("2025-12-05", "full"),
    day("2025-12-06", "weekday"),
    day("2025-12-07", "weekday"),
    day("2025-12-08", null),
    day("2025-12-09", "full"),
    day("2025-12-10", null, 1),
    day("2025-12-11", null),
    day("2025-12-12", "blackout"),
    day("2025-12-13", "weekday"),
    day("2025-12-15", null),
    day("2025-12-16", "holiday"),
  ],
};

function show(
  value: string | null = null,
  error: string | null = null,
  availability: Availability = AVAILABILITY,
) {
  const onChoose = vi.fn();
  render(<DayPicker {...{ availability, value, error, onChoose }} />);
  return onChoose;
}
const heading = () => screen.getByRole("heading", { level: 2 }).textContent;
const rows = () => [...document.querySelectorAll<HTMLElement>("[data-week]")];
const weeks = () => rows().map(({ dataset }) => dataset.week);
const weeksOnAPhone = () =>
  rows().flatMap(({ dataset, classList }) =>
    classList.contains("max-lg:hidden") ? [] : dataset.week,
  );
const dayNamed = (name: RegExp) => screen.getByRole("button", { name });
const focused = () => document.activeElement?.getAttribute("data-day");
const frame = () => new Promise((done) => requestAnimationFrame(done));
const pressKeys = async (keys: string) => {
  await userEvent.keyboard(keys);
  await frame();
};

test("opens on the week of the first open day, Sunday first, one day in the order of Tab", () => {
  show(null, "Installation date is required");

  expect(heading()).toContain("Dec 7 – 20, 2025");
  const names = screen.getAllByRole("columnheader").map((each) => each.textContent);
  expect(names.join()).toBe("Sun,Mon,Tue,Wed,Thu,Fri,Sat");
  const days = screen.getAllByRole("button").filter((each) => each.dataset.day);
  const reachable = days.filter(({ tabIndex }) => tabIndex === 0);
  expect(reachable.map(({ dataset }) => dataset.day)).toEqual(["2025-12-08"]);
  const describedBy = screen.getByRole("grid").getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(describedBy)?.textContent).toBe("Installation date is required");
});

test("WIZ-05.3 DATE-01.2 two weeks at a time on a phone, all on a desk, none outside", async () => {
  show("2025-12-15", null, { ...AVAILABILITY, max_date: "2025-12-31" });
  const earlier = screen.getByRole("button", { name: "Earlier weeks" });
  const later = screen.getByRole("button", { name: "Later weeks" });
  expect(weeks()).toEqual(["2025-12-07", "2025-12-14", "2025-12-21", "2025-12-28"]);
  expect(weeksOnAPhone()).toEqual(["2025-12-07", "2025-12-14"]);
  expect(earlier.hasAttribute("disabled")).toBe(true);
  expect(dayNamed(/December 20, 2025, unavailable/)).toBeTruthy();

  await userEvent.click(later);
  expect(weeksOnAPhone()).toEqual(["2025-12-21", "2025-12-28"]);
  expect(later.hasAttribute("disabled")).toBe(true);
  expect(dayNamed(/January 1, 2026, unavailable: too far ahead/)).toBeTruthy();

  await userEvent.click(earlier);
  expect(weeksOnAPhone()).toEqual(["2025-12-07", "2025-12-14"]);
});

test("BOOK-01.4 an open day is chosen; a full or closed one says why in words", async () => {
  const onChoose = show("2025-12-10");
  const chosen = dayNamed(/December 10, 2025, available, last crew of the day/);
  expect(chosen.closest("[role=gridcell]")?.getAttribute("aria-selected")).toBe("true");

  for (const name of [
    /December 9, 2025, unavailable: fully booked/,
    /December 7, 2025, unavailable: no installations on this weekday/,
    /December 12, 2025, unavailable: no installations on this day/,
    /December 16, 2025, unavailable: a holiday/,
  ]) {
    expect(dayNamed(name).getAttribute("aria-disabled")).toBe("true");
    await userEvent.click(dayNamed(name));
  }
  expect(dayNamed(/December 9/).textContent).toContain("Full");
  expect(dayNamed(/December 16/).textContent).toContain("Holiday");
  expect(onChoose).not.toHaveBeenCalled();
  await userEvent.click(dayNamed(/Monday, December 8, 2025, available/));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("2025-12-08");
});

test("the grid works from the keyboard, and stays within the allowed weeks", async () => {
  const onChoose = show();
  dayNamed(/December 8/).focus();

  await pressKeys("{ArrowDown}{End}");
  expect(focused()).toBe("2025-12-20");
  await pressKeys("{PageUp}{PageUp}{PageUp}{PageUp}");
  expect(focused()).toBe("2025-12-07");
  await pressKeys("{ArrowRight}{Enter}");
  expect(onChoose).toHaveBeenCalledWith("2025-12-08");
});
