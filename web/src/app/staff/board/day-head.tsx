import type { BoardDay } from "#api/staff-board.ts";
import { dayOfMonth, weekdayInitials } from "#features/appointment/week.ts";
import { longDay } from "#lib/dates.ts";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { numbersUpTo } from "./board-cells.ts";
import type { Column } from "./column.tsx";
import { boardWords as words } from "./copy.ts";
import { SmallButton } from "./small-button.tsx";

type DayHeadProps = {
  day: BoardDay;
  today: string;
  column: Column;
  onCrews: ((day: string) => void) | null;
};

const PIPS = {
  free: "border-line-strong",
  taken: "border-action bg-action forced-colors:bg-[CanvasText]",
};
const NOTE = "block text-xs leading-[1.35] wrap-anywhere";

/** Head of a day's column: date, seats taken, and why it differs from other days. */
export function DayHead({ day, today, column, onCrews }: DayHeadProps) {
  const { jobs, crews } = day;
  const isClosed = crews === 0;
  const note = isClosed ? words.closedFor(day.reason) : day.reason;

  return (
    <th
      {...column.attributes}
      scope="col"
      className={`border-s border-b border-line p-2 text-start align-top font-normal ${column.look}`}
    >
      <span className="flex items-baseline gap-1.5 text-md leading-[1.3] font-semibold">
        <span aria-hidden="true">
          <span className="text-sm font-medium text-quiet">{weekdayInitials(day.day)}</span>{" "}
          <span className="tabular-nums">{dayOfMonth(day.day)}</span>
        </span>
        <VisuallyHidden>{longDay(day.day)}</VisuallyHidden>
        {day.day === today && (
          <span className="text-xs font-semibold text-info">{words.todayMark}</span>
        )}
      </span>
      {!isClosed && <Capacity taken={jobs.length} crews={crews} />}
      {note && (
        <span className={`${NOTE} ${isClosed ? "font-semibold" : "text-quiet"}`}>{note}</span>
      )}
      {day.is_weekday_off && !isClosed && (
        <span className={`${NOTE} text-quiet`}>{words.weekdayOff}</span>
      )}
      {onCrews && day.day >= today && (
        <SmallButton
          className="-ms-1.5 mt-0.5 block"
          aria-label={isClosed ? words.openDayOf(day.day) : words.setCrewsOf(day.day)}
          onClick={() => onCrews(day.day)}
        >
          {isClosed ? words.openDay : words.setCrews}
        </SmallButton>
      )}
    </th>
  );
}

const Capacity = ({ taken, crews }: { taken: number; crews: number }) => (
  <span
    className={`flex items-center gap-1.5 text-xs leading-[1.5] ${taken >= crews ? "font-semibold" : "text-quiet"}`}
  >
    <span className="inline-flex gap-0.5" aria-hidden="true">
      {numbersUpTo(Math.max(crews, taken)).map((crew) => (
        <span
          className={`size-2 rounded-[2px] border ${PIPS[crew <= taken ? "taken" : "free"]}`}
          key={crew}
        />
      ))}
    </span>
    {words.capacity(taken, crews)}
  </span>
);
