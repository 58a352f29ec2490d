import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { api, type Schemas, unwrap } from "#api/client.ts";
import { windowNames } from "#business/windows.ts";
import { longDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { FieldError } from "#ui/field.tsx";
import { GridCell, GridTable } from "#ui/grid-table.tsx";
import { Icon } from "#ui/icon.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import {
  addDays,
  dayAfterKey,
  dayOfMonth,
  daysOfWeek,
  weekdayInitials,
  weekdayName,
  weekLabel,
  weekOf,
  within,
} from "./week.ts";

type CalendarProps = {
  day: string | null;
  windowId: string | null;
  dayError: string | null;
  windowError: string | null;
  onDay: (day: string) => void;
  onWindow: (window: DayWindow) => void;
};

/** Days that can be reserved and, for the chosen day, the arrival windows. */
export function Calendar(props: CalendarProps) {
  return (
    <Loaded
      query={useAvailability()}
      loading={m.appointment_date_loading()}
      failed={m.appointment_date_failed()}
    >
      {(availability) =>
        availability.days.some((day) => day.open) ? (
          <OpenCalendar {...props} availability={availability} />
        ) : (
          <Notice tone="warning">{m.appointment_date_none()}</Notice>
        )
      }
    </Loaded>
  );
}

function OpenCalendar({
  availability,
  day,
  windowId,
  dayError,
  windowError,
  onDay,
  onWindow,
}: CalendarProps & { availability: Availability }) {
  const chosen = availability.days.find(({ date }) => date === day);
  const firstOpen = availability.days.find(({ open }) => open);
  const windows = (chosen?.open ? chosen : firstOpen)?.windows ?? [];
  return (
    <>
      <DayPicker
        availability={availability}
        value={chosen?.open ? chosen.date : null}
        error={dayError}
        onChoose={onDay}
      />
      <WindowPicker windows={windows} value={windowId} error={windowError} onChoose={onWindow} />
    </>
  );
}

type WindowPickerProps = {
  windows: DayWindow[];
  value: string | null;
  error: string | null;
  onChoose: (window: DayWindow) => void;
};

function WindowPicker({ windows, value, error, onChoose }: WindowPickerProps) {
  return (
    <RadioCards
      layout="windows"
      legend={m.appointment_date_window_title()}
      name="time-window"
      value={value}
      onChange={(id) => {
        const chosen = windows.find((window) => window.id === id);
        if (chosen) onChoose(chosen);
      }}
      error={error ?? undefined}
      options={windows.map(({ id, label }) => ({
        value: id,
        title: windowNames[id],
        detail: label,
      }))}
    />
  );
}

type DayPickerProps = {
  availability: Availability;
  value: string | null;
  error: string | null;
  onChoose: (day: string) => void;
};

/** Week by week, starting on Sunday: open days can be chosen, the others show why not. */
export function DayPicker({ availability, value, error, onChoose }: DayPickerProps) {
  const { min_date, max_date, days } = availability;
  const id = useId();
  const grid = useRef<HTMLTableElement>(null);
  const firstOpen = days.find((day) => day.open)?.date ?? min_date;
  const [cursor, setCursor] = useState(value ?? firstOpen);

  const week = weekOf(within(cursor, min_date, max_date));
  const isFirstWeek = week <= weekOf(min_date);
  const isLastWeek = week >= weekOf(max_date);
  const turn = (weeks: number) => setCursor(within(addDays(cursor, weeks * 7), min_date, max_date));

  const move = (event: KeyboardEvent) => {
    const target = dayAfterKey(event.key, cursor);
    if (target === null) return;
    event.preventDefault();
    const day = within(target, weekOf(min_date), addDays(weekOf(max_date), 6));
    setCursor(day);
    requestAnimationFrame(() => focusDay(grid.current, day));
  };

  return (
    <div>
      <div className="mb-2 flex items-center gap-2">
        <h2 className="flex-1 text-lg tabular-nums" id={`${id}-week`} aria-live="polite">
          {weekLabel(week)}
        </h2>
        <Button
          variant="outline"
          size="icon"
          aria-label={m.appointment_date_previous_week()}
          disabled={isFirstWeek}
          onClick={() => turn(-1)}
        >
          <Icon name="chevron-left" />
        </Button>
        <Button
          variant="outline"
          size="icon"
          aria-label={m.appointment_date_next_week()}
          disabled={isLastWeek}
          onClick={() => turn(1)}
        >
          <Icon name="chevron-right" />
        </Button>
      </div>
      <GridTable
        ref={grid}
        className="-mx-1 w-[calc(100%+0.5rem)] table-fixed border-separate border-spacing-x-1 border-spacing-y-0"
        tabIndex={-1}
        aria-labelledby={`${id}-week`}
        aria-describedby={error ? `${id}-error` : undefined}
        onKeyDown={move}
      >
        <Weekdays week={week} />
        <tbody>
          <tr>
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
        </tbody>
      </GridTable>
      {error && (
        <FieldError className="mt-2" id={`${id}-error`}>
          {error}
        </FieldError>
      )}
    </div>
  );
}

const focusDay = (grid: HTMLElement | null, day: string): void =>
  grid?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();

// A day that the server did not list is before the first or after the last one offered.
function dayIn({ days, min_date }: Availability, date: string): Day {
  const listed = days.find((day) => day.date === date);
  if (listed) return listed;
  const reason = date < min_date ? "too_soon" : "too_late";
  return { date, open: false, reason, windows: [], crews_left: 0 };
}

const LOOKS = {
  open: {
    day: "cursor-pointer border-line-strong bg-surface text-ink hover:bg-glass-surface",
    number: "font-semibold",
    state: "text-success",
  },
  chosen: {
    day: "cursor-pointer border-chosen bg-chosen text-inverse",
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
    <GridCell className="p-0 align-top" aria-selected={isChosen}>
      <button
        type="button"
        className={`grid min-h-17 w-full touch-manipulation place-content-center gap-0.5 rounded-sm border p-0 transition-colors ${look.day}`}
        data-day={day.date}
        tabIndex={isCursor ? 0 : -1}
        aria-label={`${number} ${short}. ${longDay(day.date)}, ${state}`}
        aria-disabled={!day.open}
        onClick={() => day.open && onChoose()}
      >
        <span className={`text-lg leading-[1.1] tabular-nums ${look.number}`}>{number}</span>{" "}
        <span className={`text-[0.6875rem] leading-[1.1] font-medium ${look.state}`}>{short}</span>
      </button>
    </GridCell>
  );
}

function Weekdays({ week }: { week: string }) {
  return (
    <thead>
      <tr>
        {daysOfWeek(week).map((day) => (
          <th
            className="px-0 py-1 text-center text-xs font-medium text-quiet"
            key={day}
            scope="col"
            aria-label={weekdayName(day)}
          >
            {weekdayInitials(day)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export type Availability = Schemas["AvailabilityOut"];
type Day = Availability["days"][number];
export type DayWindow = Day["windows"][number];

const FRESH_MS = 30_000; // other visitors reserve meanwhile; the server decides

/** Days that can be reserved, from today to the last one offered, and why the others cannot. */
export const useAvailability = () =>
  useQuery({
    queryKey: ["availability"],
    queryFn: () => unwrap(api.GET("/api/availability")),
    staleTime: FRESH_MS,
    refetchOnWindowFocus: true,
  });
