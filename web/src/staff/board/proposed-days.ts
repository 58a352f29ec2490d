import { addDays } from "#features/appointment/week.ts";
import type { ClosedDay, TimeWindow } from "./board-types.ts";

type Planned = {
  moved: readonly Pick<ClosedDay["moved"][number], "appointment_id" | "to_day" | "time_window">[];
  room: ClosedDay["room"];
};
type Left = Record<TimeWindow, number>;
type ProposedDay = { day: string; isFull: boolean };

function takeOne(left: Left | undefined): void {
  if (!left) return;
  left.morning = Math.max(0, left.morning - 1);
  left.afternoon = Math.max(0, left.afternoon - 1);
}

/** The day of each job by appointment: as chosen by hand, else the next one with a crew left.
 *
 * Jobs with a chosen day take their crews first, as when the server moves them. A day is full if
 * the jobs before leave it no crew; of a day beyond the plan nothing is known, so it is not.
 */
export function proposedDays(
  { moved, room }: Planned,
  chosen: Readonly<Record<string, string>>,
): ReadonlyMap<string, ProposedDay> {
  const free = new Map(
    room.map(({ day, mornings_left, afternoons_left }) => [
      day,
      { morning: mornings_left, afternoon: afternoons_left },
    ]),
  );
  const takeCrew = (day: string, window: TimeWindow): ProposedDay => {
    const left = free.get(day);
    const isFull = left?.[window] === 0;
    // Each takes the afternoon of its day; one that arrives then takes the next morning too.
    takeOne(left);
    const next = window === "afternoon" ? free.get(addDays(day, 1)) : undefined;
    if (next) next.morning = Math.max(0, next.morning - 1);
    return { day, isFull };
  };
  const nextFree = (window: TimeWindow) =>
    room.find(({ day, is_weekday_off }) => !is_weekday_off && free.get(day)?.[window])?.day;

  const days = new Map<string, ProposedDay>();
  for (const { appointment_id: id, time_window } of moved) {
    const day = chosen[id];
    if (day) days.set(id, takeCrew(day, time_window));
  }
  for (const { appointment_id: id, to_day, time_window } of moved)
    if (!days.has(id)) days.set(id, takeCrew(nextFree(time_window) ?? to_day, time_window));
  return days;
}
