import type { UseQueryResult } from "@tanstack/react-query";
import { useStaffQuery } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import type { BoardDay } from "#api/staff-orders.ts";
import { windowHours, windowTimes } from "#business/windows.ts";
import { type Availability, useAvailability } from "#features/appointment/availability.ts";
import { Calendar } from "#features/appointment/calendar.tsx";
import { shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Notice } from "#ui/notice.tsx";

const WEEKS = 6;

type CallersDayProps = Omit<Parameters<typeof Calendar>[0], "of">;

/**
 * The days that staff may give a caller: those of the board, as when they move a job, also before the
 * public calendar opens.
 */
export function CallersDay(props: CallersDayProps) {
  const { data: visitors } = useAvailability();
  const opens = visitors?.min_date;
  return (
    <>
      <Calendar {...props} of={useCallersDays()} />
      {props.day && opens && props.day < opens && (
        <Notice tone="warning">{m.staff_call_early({ day: shortDay(opens) })}</Notice>
      )}
    </>
  );
}

const useCallersDays = (): UseQueryResult<Availability> =>
  useStaffQuery(
    staffKeys.board.coming(WEEKS),
    "/api/staff/board",
    { query: { days: WEEKS * 7 } },
    {
      select: ({ today, days }) => ({
        today,
        min_date: today,
        max_date: days.at(-1)?.day ?? today,
        days: days.map(toCalendarDay),
      }),
    },
  );

function toCalendarDay({ day, windows, is_weekday_off }: BoardDay): Availability["days"][number] {
  const open = windows.filter(({ crews_left }) => crews_left > 0);
  const isOpen = open.length > 0 && !is_weekday_off;
  const label = (id: (typeof windows)[number]["window"]) => ({ id, label: windowHours[id] });
  return {
    date: day,
    open: isOpen,
    reason: isOpen ? null : is_weekday_off ? "weekday" : (windows[0]?.reason ?? "full"),
    windows: isOpen
      ? open.map(({ window, ends_on }) => ({ ...label(window), ...windowTimes[window], ends_on }))
      : [],
    closed_windows: isOpen
      ? windows.flatMap(({ window, reason, because_of }) =>
          reason ? [{ ...label(window), reason, because_of }] : [],
        )
      : [],
    crews_left: Math.max(0, ...open.map(({ crews_left }) => crews_left)),
  };
}
