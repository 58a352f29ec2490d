import type { ClosedDay } from "./use-board.ts";

type Planned = {
  moved: readonly Pick<ClosedDay["moved"][number], "appointment_id" | "to_day">[];
  room: ClosedDay["room"];
};
type ProposedDay = { day: string; isFull: boolean };

/** The day of each job by appointment: as chosen by hand, else the next one with a crew left.
 *
 * Jobs with a chosen day take their crews first, as when the server moves them. A day is full if
 * the jobs before leave it no crew; of a day beyond the plan nothing is known, so it is not.
 */
export function proposedDays(
  { moved, room }: Planned,
  chosen: Readonly<Record<string, string>>,
): ReadonlyMap<string, ProposedDay> {
  const free = new Map(room.map(({ day, free_crews }) => [day, free_crews]));
  const takeCrew = (day: string): ProposedDay => {
    const crews = free.get(day);
    if (crews) free.set(day, crews - 1);
    return { day, isFull: crews === 0 };
  };
  const nextFree = () =>
    room.find(({ day, is_weekday_off }) => !is_weekday_off && free.get(day))?.day;

  const days = new Map<string, ProposedDay>();
  for (const { appointment_id: id } of moved) {
    const day = chosen[id];
    if (day) days.set(id, takeCrew(day));
  }
  for (const { appointment_id: id, to_day } of moved)
    if (!days.has(id)) days.set(id, takeCrew(nextFree() ?? to_day));
  return days;
}
