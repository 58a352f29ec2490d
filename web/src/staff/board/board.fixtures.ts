/** A week of the board from Sunday, December 7, with jobs and technicians. */
import type { Board, BoardDay, Job, Technician } from "./board-types.ts";

export const SUNDAY = "2025-12-07";
export const MONDAY = "2025-12-08";
export const TUESDAY = "2025-12-09";
export const WEDNESDAY = "2025-12-10";

export const GRACE: Technician = {
  id: "11111111-0000-4000-8000-000000000001",
  name: "Grace Hopper",
  phone: "(281) 555-0107",
  license_number: "",
  is_active: true,
  user_id: null,
  days_off: [],
};
export const MARY: Technician = {
  ...GRACE,
  id: "11111111-0000-4000-8000-000000000002",
  name: "Mary Jackson",
};
export const SAM: Technician = {
  ...GRACE,
  id: "11111111-0000-4000-8000-000000000003",
  name: "Sam Old",
  is_active: false,
};

export const aJob = (number: number, change: Partial<Job> = {}): Job => ({
  appointment_id: `a0000000-0000-4000-8000-00000000000${number}`,
  order_id: `b0000000-0000-4000-8000-00000000000${number}`,
  order_version: 10 + number,
  order_status: "scheduled",
  customer_name: "Ada Lovelace",
  phone: "(281) 555-0100",
  address: "24 Waterway Ave, Spring, TX 77380",
  city: "Spring",
  zip_code: "77380",
  day: MONDAY,
  ends_on: MONDAY,
  time_window: "morning",
  start_at: "2025-12-08T14:30:00Z",
  end_at: "2025-12-08T18:30:00Z",
  status: "confirmed",
  hold_expires_at: null,
  technician: null,
  crew_no: 1,
  generator: "22 kW",
  band: "close",
  band_from_ft: 0,
  band_max_ft: 25,
  quoted_run_ft: null,
  ...change,
});

export function aDay(day: string, jobs: Job[] = [], change: Partial<BoardDay> = {}): BoardDay {
  const crews = change.crews ?? 2;
  const left = Math.max(0, crews - jobs.length);
  const room = {
    ends_on: day,
    crews_left: left,
    reason: left ? null : crews ? ("full" as const) : ("blackout" as const),
    because_of: day,
  };
  return {
    day,
    crews,
    usual_crews: 2,
    reason: "",
    is_weekday_off: day === SUNDAY,
    jobs: jobs.map((job) => ({ ...job, day, ends_on: day })),
    continuing: [],
    windows: [
      { ...room, window: "morning" },
      { ...room, window: "afternoon" },
    ],
    ...change,
  };
}

export const ADA = aJob(1, { technician: GRACE });
export const BO = aJob(2, { customer_name: "Bo Diddley", crew_no: 2 });
export const CY = aJob(3, { customer_name: "Cy Young", day: TUESDAY, ends_on: TUESDAY });
export const LOST = aJob(9, {
  customer_name: "Lou Lost",
  status: "needs_new_date",
  crew_no: null,
});

export const aBoard = (change: Partial<Board> = {}): Board => ({
  today: MONDAY,
  now: "2025-12-08T15:00:00Z",
  days: [
    aDay(SUNDAY),
    aDay(MONDAY, [ADA, BO]),
    aDay(TUESDAY, [CY]),
    aDay(WEDNESDAY, [], { crews: 0, reason: "Training" }),
  ],
  waiting: [],
  technician_users: [],
  technicians: [GRACE, MARY, SAM],
  ...change,
});
