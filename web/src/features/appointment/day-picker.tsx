import { type KeyboardEvent, useId, useRef, useState } from "react";
import { longDay, shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { Table } from "#ui/table.tsx";
import type { Availability, Day } from "./availability.ts";
import {
  addDays,
  dayAfterKey,
  dayOfMonth,
  daysOfWeek,
  weekdayInitials,
  weekdayName,
  weekLabel,
  weekOf,
  weeksBetween,
  within,
} from "./week.ts";

type DayPickerProps = {
  availability: Availability;
  value: string | null;
  error: string | null;
  onChoose: (day: string) => void;
};

const WEEKS_ON_A_PHONE = 2;

/**
 * Weeks that start on Sunday: two at a time on a phone, all of them on a desk, and a list of the open
 * days where a week does not fit. Open days can be chosen, the others show why not.
 */
export function DayPicker({ availability, value, error, onChoose }: DayPickerProps) {
  const { min_date, max_date, days } = availability;
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const firstOpen = days.find((day) => day.open)?.date ?? min_date;
  const [cursor, setCursor] = useState(value ?? firstOpen);
  const [shownValue, setShownValue] = useState(value);
  if (value !== shownValue) {
    setShownValue(value);
    if (value) setCursor(value);
  }

  const weeks = weeksBetween(firstOpen, max_date);
  const [earliest = min_date] = weeks;
  const page = Math.floor(weeks.indexOf(weekOf(cursor)) / WEEKS_ON_A_PHONE);
  const shown = weeks.slice(page * WEEKS_ON_A_PHONE, (page + 1) * WEEKS_ON_A_PHONE);
  const turn = (pages: number) => {
    const week = weeks[(page + pages) * WEEKS_ON_A_PHONE] ?? earliest;
    const isShown = ({ date, open }: Day) =>
      open && date >= week && date < addDays(week, WEEKS_ON_A_PHONE * 7);
    setCursor(days.find(isShown)?.date ?? week);
  };

  const move = (event: KeyboardEvent) => {
    const target = dayAfterKey(event.key, cursor);
    if (target === null) return;
    event.preventDefault();
    const day = within(target, earliest, addDays(weekOf(max_date), 6));
    setCursor(day);
    requestAnimationFrame(() => focusDay(grid.current, day));
  };

  return (
    <div className="@container min-w-0">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 className="flex-[1_1_8rem] text-lg tabular-nums" id={`${id}-weeks`} aria-live="polite">
          <span className="lg:hidden">{labelOf(shown)}</span>
          <span className="max-lg:hidden">{labelOf(weeks)}</span>
        </h2>
        <div className="flex gap-2 lg:hidden">
          <Button
            variant="outline"
            size="icon"
            aria-label={m.appointment_date_previous_weeks()}
            disabled={page <= 0}
            onClick={() => turn(-1)}
          >
            <Icon name="chevron-left" />
          </Button>
          <Button
            variant="outline"
            size="icon"
            aria-label={m.appointment_date_next_weeks()}
            disabled={(page + 1) * WEEKS_ON_A_PHONE >= weeks.length}
            onClick={() => turn(1)}
          >
            <Icon name="chevron-right" />
          </Button>
        </div>
      </div>
      <Table
        ref={grid}
        role="grid"
        className={`-mx-0.5 w-[calc(100%+0.25rem)] table-fixed border-separate border-spacing-x-0.5 border-spacing-y-1 lg:border-spacing-x-1 ${BLOCK_IN_LIST}`}
        tabIndex={-1}
        aria-labelledby={`${id}-weeks`}
        aria-describedby={error ? `${id}-error` : undefined}
        onKeyDown={move}
        headClass="@max-[19rem]:hidden"
        bodyClass={BLOCK_IN_LIST}
        columns={weekdaysOf(earliest)}
      >
        {weeks.map((week) => (
          <tr
            key={week}
            className={shown.includes(week) ? BLOCK_IN_LIST : "max-lg:hidden"}
            data-week={week}
          >
            {daysOfWeek(week).map((day) => (
              <DayCell
                key={day}
                day={dayIn(availability, day)}
                isChosen={day === value}
                isCursor={day === cursor}
                onChoose={() => {
                  setCursor(day);
                  onChoose(day);
                }}
              />
            ))}
          </tr>
        ))}
      </Table>
      {error && (
        <FieldError className="mt-2" id={`${id}-error`}>
          {error}
        </FieldError>
      )}
    </div>
  );
}

const labelOf = (weeks: string[]): string => (weeks[0] ? weekLabel(weeks[0], weeks.at(-1)) : "");

// Narrower than seven readable columns: large text on a small phone.
const BLOCK_IN_LIST = "@max-[19rem]:block";

const focusDay = (grid: HTMLElement | null, day: string): void =>
  grid?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();

// A day that the server did not list is before the first or after the last one offered.
function dayIn({ days, min_date }: Availability, date: string): Day {
  const listed = days.find((day) => day.date === date);
  if (listed) return listed;
  const reason = date < min_date ? "too_soon" : "too_late";
  return { date, open: false, reason, windows: [], closed_windows: [], crews_left: 0 };
}

/** How a day looks. */
export const LOOKS = {
  open: {
    day: "cursor-pointer border-line-strong bg-surface text-ink hover:bg-glass-surface",
    number: "font-semibold",
    state: "text-success",
  },
  chosen: {
    day: "cursor-pointer border-chosen bg-chosen text-inverse hover:bg-chosen hover:text-inverse",
    number: "font-semibold",
    state: "",
  },
  closed: {
    day: "cursor-not-allowed border-transparent bg-surface-sunken text-quiet",
    number: "font-normal",
    state: "",
  },
};

function lookOf({ open }: Day, isChosen: boolean) {
  if (!open) return LOOKS.closed;
  return isChosen ? LOOKS.chosen : LOOKS.open;
}

type DayCellProps = { day: Day; isChosen: boolean; isCursor: boolean; onChoose: () => void };

function DayCell({ day, isChosen, isCursor, onChoose }: DayCellProps) {
  const look = lookOf(day, isChosen);
  const reason = day.reason ?? "full";
  const isLast = day.crews_left === 1;
  const number = dayOfMonth(day.date);
  const open = isLast ? m.appointment_date_last_crew() : m.appointment_date_open();
  const short = day.open ? open : m.appointment_date_short({ reason });
  const long = isLast ? m.appointment_date_last_available() : m.appointment_date_available();
  const state = day.open
    ? long
    : m.appointment_date_unavailable({ reason: m.appointment_date_long({ reason }) });
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a plain cell cannot be selected
      role="gridcell"
      className={`p-0 align-top @max-[19rem]:pb-2 ${day.open ? BLOCK_IN_LIST : "@max-[19rem]:hidden"}`}
      aria-selected={isChosen}
      tabIndex={-1}
    >
      <button
        type="button"
        className={`grid min-h-17 w-full touch-manipulation place-content-center gap-0.5 rounded-sm border p-0 transition-colors @max-[19rem]:flex @max-[19rem]:min-h-target @max-[19rem]:flex-wrap @max-[19rem]:items-center @max-[19rem]:justify-between @max-[19rem]:px-3 @max-[19rem]:py-2 ${look.day}`}
        data-day={day.date}
        tabIndex={isCursor ? 0 : -1}
        // Begins with what is seen: "11 Open", or "Mon, Jan 11 Open" where space is short.
        aria-label={`${shortDay(day.date)} ${short}. ${longDay(day.date)}, ${state}`}
        aria-disabled={!day.open}
        onClick={() => day.open && onChoose()}
      >
        <span className={`text-lg leading-[1.1] tabular-nums @max-[19rem]:hidden ${look.number}`}>
          {number}
        </span>{" "}
        <span className={`hidden @max-[19rem]:inline ${look.number}`}>{shortDay(day.date)}</span>{" "}
        <span className={`text-xs leading-[1.1] font-medium tracking-[-0.02em] ${look.state}`}>
          {short}
        </span>
      </button>
    </td>
  );
}

const weekdaysOf = (week: string) =>
  daysOfWeek(week).map((day) => ({
    name: weekdayInitials(day),
    key: day,
    "aria-label": weekdayName(day),
    className: "px-0 py-1 text-center text-xs font-medium text-quiet",
  }));
