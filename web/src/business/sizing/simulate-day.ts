/**
 * Simulation of one August day without the grid, hour by hour: what the generator runs and what
 * waits.
 */
import type { LoadId } from "#content/sizing/appliances.ts";
import { augustHabits, type Habit } from "#content/sizing/august-day.ts";

export type DayLoad = { id: LoadId; name: string; va: number };
export type HourState = "runs" | "waits" | "rests";

export type DayRow = {
  id: LoadId;
  name: string;
  runningKw: number;
  hours: HourState[];
  /** Share of each hour it ran. */
  shares: number[];
  /** Running time in hours. */
  ranHours: number;
  /** Hours of work not done by midnight, or lost for loads that cannot run later. */
  missedHours: number;
};

export type Day = {
  capacityKw: number;
  rows: DayRow[];
  /** Average power of each hour, in kW. */
  usedKw: number[];
};

const HOURS_A_DAY = 24;
const A_MINUTE = 1 / 60;

type Asking = {
  habit: Habit;
  runningKw: number;
  row: DayRow;
  owedHours: number;
  isHeldBack: boolean;
};

/** Whether a load may be held back; what may not is served first, and runs whenever it wants to. */
type MayWait = (id: LoadId) => boolean;

/**
 * Run the loads by priority; those that do not fit wait, if they may. Starting currents are not
 * simulated.
 */
export function simulateDay(
  loads: readonly DayLoad[],
  capacityKw: number,
  mayWait: MayWait = () => true,
): Day {
  const asking = inOrder(loads, mayWait);
  const usedKw = Array.from({ length: HOURS_A_DAY }, (_, hour) =>
    serveHour(asking, hour, capacityKw),
  );
  for (const { row, habit, owedHours } of asking) {
    row.missedHours += habit.catchesUp ? owedHours : 0;
  }
  return { capacityKw, rows: asking.map(({ row }) => row), usedKw };
}

function inOrder(loads: readonly DayLoad[], mayWait: MayWait): Asking[] {
  return loads
    .flatMap((load) => {
      const habit = augustHabits[load.id];
      if (!habit) return [];
      const runningKw = (load.va / 1000) * habit.shareOfPlate;
      const row: DayRow = {
        id: load.id,
        name: load.name,
        runningKw,
        hours: [],
        shares: [],
        ranHours: 0,
        missedHours: 0,
      };
      return [{ habit, runningKw, row, owedHours: 0, isHeldBack: mayWait(load.id) }];
    })
    .sort(
      (one, other) =>
        Number(one.isHeldBack) - Number(other.isHeldBack) ||
        one.habit.priority - other.habit.priority,
    );
}

// Running loads may draw full power at the same moment, so capacity is checked at full power; the
// average determines the gas used.
function serveHour(asking: readonly Asking[], hour: number, capacityKw: number): number {
  let roomKw = capacityKw;
  let averageKw = 0;
  for (const each of asking) {
    const demand = (each.habit.duty[hour] ?? 0) + each.owedHours;
    const state = stateOf(each, demand, roomKw);
    const share = state === "runs" ? Math.min(1, demand) : 0;
    each.row.hours.push(state);
    each.row.shares.push(share);
    each.row.ranHours += share;
    if (each.habit.catchesUp) each.owedHours = demand - share;
    else each.row.missedHours += demand - share;
    if (state !== "runs") continue;
    roomKw -= each.runningKw;
    averageKw += each.runningKw * share;
  }
  return averageKw;
}

function stateOf({ runningKw, isHeldBack }: Asking, demand: number, roomKw: number): HourState {
  if (demand < A_MINUTE) return "rests";
  return runningKw <= roomKw || !isHeldBack ? "runs" : "waits";
}
