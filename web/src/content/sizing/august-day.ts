/**
 * A hot August day in Houston, hour by hour from midnight: our own typical figures, not
 * measurements.
 */
import type { LoadId } from "./appliances.ts";

export type Habit = {
  /** Lower values are served first. */
  priority: number;
  /** Share of each hour the load wants to run, 0 to 1. */
  duty: readonly number[];
  /** True: runs later if it could not run on time. False: that run is lost. */
  catchesUp: boolean;
  /** Running power as a share of the nameplate's. */
  shareOfPlate: number;
};

const HOURS = 24;

// Hours run past midnight.
function during(from: number, to: number, share = 1): number[] {
  const length = (to - from + HOURS) % HOURS;
  return Array.from({ length: HOURS }, (_, hour) =>
    (hour - from + HOURS) % HOURS < length ? share : 0,
  );
}

const all = (share: number): number[] => during(0, 23, share).fill(share);

const together = (...days: number[][]): number[] =>
  all(0).map((_, hour) =>
    Math.min(
      1,
      days.reduce((sum, day) => sum + (day[hour] ?? 0), 0),
    ),
  );

/**
 * Share of each hour that a correctly sized air conditioner runs: least before dawn, nonstop at 4
 * and 5 pm.
 */
const COOLING = [
  0.5, 0.48, 0.46, 0.44, 0.42, 0.42, 0.44, 0.48, 0.54, 0.62, 0.7, 0.78, 0.85, 0.91, 0.96, 0.99, 1,
  1, 0.97, 0.9, 0.8, 0.7, 0.62, 0.55,
];

/** Null for loads that do not run in August. */
export const augustHabits: Record<LoadId, Habit | null> = {
  base: { priority: 0, duty: all(1), catchesUp: false, shareOfPlate: 0.12 },
  other: {
    priority: 1,
    duty: together(during(7, 8, 0.2), during(18, 20, 0.3)),
    catchesUp: false,
    shareOfPlate: 1,
  },
  "cooling-1": { priority: 2, duty: COOLING, catchesUp: false, shareOfPlate: 0.85 },
  range: {
    priority: 3,
    duty: together(during(7, 8, 0.4), during(18, 20, 0.8)),
    catchesUp: true,
    shareOfPlate: 0.35,
  },
  "cooling-2": { priority: 4, duty: COOLING, catchesUp: false, shareOfPlate: 0.85 },
  "water-heater": {
    priority: 5,
    duty: together(during(6, 9, 0.6), during(20, 23, 0.6)),
    catchesUp: true,
    shareOfPlate: 1,
  },
  dishwasher: { priority: 6, duty: during(20, 22, 0.6), catchesUp: true, shareOfPlate: 1 },
  dryer: {
    priority: 7,
    duty: together(during(10, 11), during(19, 21)),
    catchesUp: true,
    shareOfPlate: 1,
  },
  "pool-pump": { priority: 8, duty: during(9, 17), catchesUp: true, shareOfPlate: 0.8 },
  "ev-charger": { priority: 9, duty: during(18, 23), catchesUp: true, shareOfPlate: 1 },
  "heat-strips": null,
};
