import { expect, test } from "vitest";
import {
  ADA,
  aBoard,
  aDay,
  aJob,
  BO,
  CY,
  GRACE,
  LOST,
  MARY,
  MONDAY,
  SAM,
  SUNDAY,
  TUESDAY,
  WEDNESDAY,
} from "./board.fixtures.ts";
import {
  boardCells,
  boardRows,
  canLead,
  dropRefusal,
  isMovable,
  jobById,
  minutesLeft,
  needsTechnician,
  otherJobOf,
} from "./board-cells.ts";
import { directionOf } from "./board-table.tsx";

const { days, today } = aBoard();
const kinds = (...args: Parameters<typeof boardCells>) =>
  boardCells(...args).map(({ kind }) => kind);

test("each crew of a day has its place, a job with a high number its row and the only room", () => {
  expect(kinds(aDay(MONDAY, [BO]), 3)).toEqual(["free", "job", "none"]);
  expect(kinds(aDay(MONDAY, [ADA, BO]), 2)).toEqual(["job", "job"]);
  expect(kinds(aDay(MONDAY, [], { crews: 0 }), 2)).toEqual(["none", "none"]);
  expect(kinds(aDay(MONDAY, [BO], { crews: 1 }), 2)).toEqual(["none", "job"]);
});

test("the fullest day and the highest crew decide how many rows there are, one at least", () => {
  expect(boardRows(days)).toBe(2);
  expect(boardRows([aDay(MONDAY, [BO], { crews: 1 })])).toBe(2);
  expect(boardRows([aDay(SUNDAY, [], { crews: 0 })])).toBe(1);
});

test.each([
  ["a day with room", aDay(TUESDAY, [CY]), ADA, null],
  ["a full day", aDay(TUESDAY, [CY, BO]), ADA, "full"],
  ["a closed day", aDay(WEDNESDAY, [], { crews: 0 }), ADA, "closed"],
  ["a day that passed", aDay(SUNDAY), ADA, "past"],
  ["its own day, however full", aDay(MONDAY, [ADA, BO]), ADA, null],
  ["the day that it lost, if full", aDay(MONDAY, [ADA, BO]), LOST, "full"],
] as const)("whether a job may go to %s", (_, day, job, why) => {
  expect(dropRefusal(day, job, today)).toBe(why);
});

test("what is held, or over, stays where it is", () => {
  expect(isMovable(ADA)).toBe(true);
  expect(isMovable(LOST)).toBe(true);
  expect(isMovable(aJob(4, { status: "held" }))).toBe(false);
  expect(isMovable(aJob(4, { order_status: "completed" }))).toBe(false);
});

test("a technician leads one job a day", () => {
  expect(otherJobOf(GRACE, BO, days)?.customer_name).toBe("Ada Lovelace");
  expect(canLead(GRACE, BO, days)).toBe(false);
  expect(canLead(GRACE, ADA, days)).toBe(true);
  expect(canLead(GRACE, CY, days)).toBe(true);
  expect(canLead(MARY, BO, days)).toBe(true);
  expect(canLead(SAM, CY, days)).toBe(false);
  expect(canLead(MARY, LOST, days)).toBe(false);
  expect(needsTechnician(aJob(4, { order_status: "cancelled" }))).toBe(false);
});

test("a job is found on its day or in the tray", () => {
  const board = aBoard({ waiting: [LOST] });

  expect(jobById(CY.appointment_id, board)?.customer_name).toBe("Cy Young");
  expect(jobById(LOST.appointment_id, board)?.customer_name).toBe("Lou Lost");
  expect(jobById("another", board)).toBeUndefined();
});

test("a hold counts down to nothing", () => {
  const until = "2025-12-08T15:35:00Z";

  expect(minutesLeft(until, Date.parse("2025-12-08T15:00:00Z"))).toBe(35);
  expect(minutesLeft(until, Date.parse("2025-12-08T15:34:30Z"))).toBe(1);
  expect(minutesLeft(until, Date.parse("2025-12-08T16:00:00Z"))).toBe(0);
});

const LAST = { row: 1, column: 6 };
test.each([
  ["ArrowLeft", { row: 1, column: 3 }, { row: 1, column: 2 }, 0],
  ["ArrowLeft", { row: 1, column: 0 }, { row: 1, column: 0 }, -1],
  ["ArrowRight", { row: 0, column: 3 }, { row: 0, column: 4 }, 0],
  ["ArrowRight", { row: 0, column: 6 }, { row: 0, column: 6 }, 1],
  ["ArrowUp", { row: 0, column: 3 }, { row: 0, column: 3 }, 0],
  ["ArrowDown", { row: 0, column: 3 }, { row: 1, column: 3 }, 0],
  ["Home", { row: 1, column: 3 }, { row: 1, column: 0 }, 0],
  ["End", { row: 1, column: 3 }, { row: 1, column: 6 }, 0],
  ["PageUp", { row: 1, column: 3 }, { row: 1, column: 3 }, -7],
  ["PageDown", { row: 1, column: 3 }, { row: 1, column: 3 }, 7],
  ["Enter", { row: 0, column: 0 }, null, 0],
] as const)("%s leads from %o to %o", (key, from, to, turned) => {
  expect(directionOf(key, from, LAST)).toEqual(to && { to, days: turned });
});
