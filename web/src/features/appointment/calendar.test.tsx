import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { type Availability, DayPicker } from "./calendar.tsx";

const day = (date: string, reason: Availability["days"][number]["reason"], crews_left = 2) => ({
  date,
  open: reason === null,
  reason,
  windows: [],
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
  ],
};

function show(value: string | null = null, error: string | null = null) {
  const onChoose = vi.fn();
  render(<DayPicker availability={AVAILABILITY} value={value} error={error} onChoose={onChoose} />);
  return onChoose;
}
const dayNamed = (name: RegExp) => screen.getByRole("button", { name });
const focused = () => document.activeElement?.getAttribute("data-day");
const frame = () => new Promise((done) => requestAnimationFrame(done));
const pressKeys = async (keys: string) => {
  await userEvent.keyboard(keys);
  await frame();
};

test("opens on the week of the first open day, Sunday first, one day in the order of Tab", () => {
  show(null, "Installation date is required");

  expect(screen.getByRole("heading", { name: "Dec 7 – 13, 2025" })).toBeTruthy();
  const names = screen.getAllByRole("columnheader").map((each) => each.textContent);
  expect(names.join()).toBe("Sun,Mon,Tue,Wed,Thu,Fri,Sat");
  const days = screen.getAllByRole("button").filter((each) => each.dataset.day);
  const reachable = days.filter(({ tabIndex }) => tabIndex === 0);
  expect(reachable.map(({ dataset }) => dataset.day)).toEqual(["2025-12-08"]);
  const describedBy = screen.getByRole("grid").getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(describedBy)?.textContent).toBe("Installation date is required");
});

test("WIZ-05.3 no way leads past the first and last week; other days are closed", async () => {
  show("2025-12-15");
  const previous = screen.getByRole("button", { name: "Previous week" });
  const next = screen.getByRole("button", { name: "Next week" });
  expect(screen.getByRole("heading", { name: "Dec 14 – 20, 2025" })).toBeTruthy();
  expect(next.hasAttribute("disabled")).toBe(true);
  expect(dayNamed(/December 19, 2025, unavailable: too far ahead/)).toBeTruthy();

  await userEvent.click(previous);
  await userEvent.click(previous);
  expect(screen.getByRole("heading", { name: "Nov 30 – Dec 6, 2025" })).toBeTruthy();
  expect(previous.hasAttribute("disabled")).toBe(true);
  expect(dayNamed(/December 3, 2025, unavailable: too soon/)).toBeTruthy();

  await userEvent.click(next);
  expect(screen.getByRole("heading", { name: "Dec 7 – 13, 2025" })).toBeTruthy();
});

test("BOOK-01.4 an open day is chosen; a full or closed one says why in words", async () => {
  const onChoose = show("2025-12-10");
  const chosen = dayNamed(/December 10, 2025, available, last crew of the day/);
  expect(chosen.closest("[role=gridcell]")?.getAttribute("aria-selected")).toBe("true");

  for (const name of [
    /December 9, 2025, unavailable: fully booked/,
    /December 7, 2025, unavailable: no installations on this weekday/,
    /December 12, 2025, unavailable: no installations on this day/,
  ]) {
    expect(dayNamed(name).getAttribute("aria-disabled")).toBe("true");
    await userEvent.click(dayNamed(name));
  }
  expect(dayNamed(/December 9/).textContent).toContain("Full");
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
  expect(focused()).toBe("2025-11-30");
  await pressKeys("{PageDown}{ArrowRight}{Enter}");
  expect(onChoose).toHaveBeenCalledWith("2025-12-08");
});
