import { expect, test } from "vitest";
import { proposedDays } from "./proposed-days.ts";

const [TUESDAY, WEDNESDAY, SUNDAY, MONDAY] = [
  "2025-12-09",
  "2025-12-10",
  "2025-12-14",
  "2025-12-15",
] as const;
const MORNING = { time_window: "morning" } as const;
const aDay = (day: string, free_crews: number, is_weekday_off = false) => ({
  day,
  mornings_left: free_crews,
  afternoons_left: free_crews,
  is_weekday_off,
});
const plan = {
  moved: [
    { appointment_id: "ada", to_day: TUESDAY, ...MORNING },
    { appointment_id: "bo", to_day: WEDNESDAY, ...MORNING },
    { appointment_id: "cy", to_day: MONDAY, ...MORNING },
  ],
  room: [aDay(TUESDAY, 1), aDay(WEDNESDAY, 1), aDay(SUNDAY, 2, true), aDay(MONDAY, 5)],
};
const daysOf = (chosen: Record<string, string>) =>
  Object.fromEntries([...proposedDays(plan, chosen)].map(([id, { day }]) => [id, day]));
const fullOf = (chosen: Record<string, string>) =>
  [...proposedDays(plan, chosen)].flatMap(([id, { isFull }]) => (isFull ? id : []));

test("without a choice each job has the day of the plan", () => {
  expect(daysOf({})).toEqual({ ada: TUESDAY, bo: WEDNESDAY, cy: MONDAY });
  expect(fullOf({})).toEqual([]);
});

test("OPS-18.4 a day chosen for one job is no longer proposed for another", () => {
  expect(daysOf({ cy: TUESDAY })).toEqual({ ada: WEDNESDAY, bo: MONDAY, cy: TUESDAY });
  expect(fullOf({ cy: TUESDAY })).toEqual([]);
});

test("a chosen day stays, also when it has no crew left", () => {
  const chosen = { bo: TUESDAY, cy: TUESDAY };
  expect(daysOf(chosen)).toEqual({ ada: WEDNESDAY, ...chosen });
  expect(fullOf(chosen)).toEqual(["cy"]);
});

test("a weekday off is proposed to nobody but may be chosen", () => {
  expect(daysOf({ ada: SUNDAY })).toEqual({ ada: SUNDAY, bo: TUESDAY, cy: WEDNESDAY });
  expect(fullOf({ ada: SUNDAY })).toEqual([]);
});

test("without any room the job keeps the day of the plan, which is said to be full", () => {
  const full = { moved: plan.moved.slice(0, 1), room: [aDay(TUESDAY, 0)] };
  expect(proposedDays(full, {}).get("ada")).toEqual({ day: TUESDAY, isFull: true });
});

test("of a day beyond the plan nothing is said", () => {
  expect(fullOf({ ada: "2026-06-01" })).toEqual([]);
});
