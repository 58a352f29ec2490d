import type { BoardDay } from "#api/staff-board.ts";
import { dayOfMonth, weekdayInitials } from "#features/appointment/week.ts";
import { longDay } from "#lib/dates.ts";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { numbersUpTo } from "./board-cells.ts";
import type { ColumnAttributes } from "./column-attributes.ts";
import { boardWords as words } from "./copy.ts";
import "./day-head.css";

type DayHeadProps = {
  day: BoardDay;
  today: string;
  attributes: ColumnAttributes;
  onCrews: ((day: string) => void) | null;
};

/** Head of a day's column: date, seats taken, and why it differs from other days. */
export function DayHead({ day, today, attributes, onCrews }: DayHeadProps) {
  const { jobs, crews } = day;
  const isClosed = crews === 0;
  const note = isClosed ? words.closedFor(day.reason) : day.reason;
  const isFull = !isClosed && jobs.length >= crews;

  return (
    <th {...attributes} scope="col" className="day-head">
      <span className="day-head__name">
        <span aria-hidden="true">
          <span className="day-head__weekday">{weekdayInitials(day.day)}</span>{" "}
          <span className="day-head__number">{dayOfMonth(day.day)}</span>
        </span>
        <VisuallyHidden>{longDay(day.day)}</VisuallyHidden>
        {day.day === today && <span className="day-head__today">{words.todayMark}</span>}
      </span>
      {!isClosed && (
        <span className="day-head__capacity" data-full={isFull || undefined}>
          <span className="day-head__pips" aria-hidden="true">
            {numbersUpTo(Math.max(crews, jobs.length)).map((crew) => (
              <span
                className="day-head__pip"
                data-taken={crew <= jobs.length || undefined}
                key={crew}
              />
            ))}
          </span>
          {words.capacity(jobs.length, crews)}
        </span>
      )}
      {note && <span className="day-head__note">{note}</span>}
      {day.is_weekday_off && !isClosed && (
        <span className="day-head__note">{words.weekdayOff}</span>
      )}
      {onCrews && day.day >= today && (
        <button
          type="button"
          className="day-head__crews"
          aria-label={isClosed ? words.openDayOf(day.day) : words.setCrewsOf(day.day)}
          onClick={() => onCrews(day.day)}
        >
          {isClosed ? words.openDay : words.setCrews}
        </button>
      )}
    </th>
  );
}
