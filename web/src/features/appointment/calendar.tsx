import type { UseQueryResult } from "@tanstack/react-query";
import { finishes } from "#business/half-days.ts";
import { windowNames } from "#business/windows.ts";
import { shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Icon } from "#ui/icon.tsx";
import { Loaded } from "#ui/loaded.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import {
  type Availability,
  type ClosedWindow,
  type Day,
  type DayWindow,
  useAvailability,
} from "./availability.ts";
import { DayPicker, LOOKS } from "./day-picker.tsx";

type CalendarProps = {
  /** The days to choose from: those of visitors, or more for staff. */
  of?: UseQueryResult<Availability> | undefined;
  day: string | null;
  windowId: string | null;
  dayError: string | null;
  windowError: string | null;
  /** With whether the window that was chosen is offered on that day too. */
  onDay: (day: string, keepsWindow: boolean) => void;
  onWindow: (window: DayWindow) => void;
};

/** Days that can be reserved and, for the chosen day, the arrival windows. */
export function Calendar({ of, ...props }: CalendarProps) {
  const publicDays = useAvailability();
  return (
    <Loaded
      query={of ?? publicDays}
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
}: Omit<CalendarProps, "of"> & { availability: Availability }) {
  const chosen = availability.days.find(({ date }) => date === day);
  const firstOpen = availability.days.find(({ open }) => open);
  const shown = chosen?.open ? chosen : firstOpen;
  const chooseDay = (date: string) => {
    const offered = availability.days.find((each) => each.date === date)?.windows ?? [];
    onDay(date, windowId === null || offered.some(({ id }) => id === windowId));
  };
  return (
    <>
      <div className="@container grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <Soonest {...{ day: firstOpen, chosen: day, windowId, onDay, onWindow }} />
        <DayPicker
          availability={availability}
          value={chosen?.open ? chosen.date : null}
          error={dayError}
          onChoose={chooseDay}
        />
        <p className="text-sm text-quiet">{m.appointment_date_late()}</p>
      </div>
      <WindowPicker
        windows={shown?.windows ?? []}
        chosen={chosen?.open ? chosen : null}
        value={windowId}
        error={windowError}
        onChoose={onWindow}
      />
    </>
  );
}

type SoonestProps = Pick<CalendarProps, "windowId" | "onDay" | "onWindow"> & {
  day: Day | undefined;
  chosen: string | null;
};

/** The first open day and its first window, chosen together in one tap. */
function Soonest({ day, chosen, windowId, onDay, onWindow }: SoonestProps) {
  const window = day?.windows[0];
  if (!day || !window) return null;
  const isChosen = day.date === chosen && window.id === windowId;
  return (
    <button
      type="button"
      className={`flex min-h-14 w-full touch-manipulation cursor-pointer items-center gap-3 rounded-md border px-5 py-3 text-start text-md leading-[1.3] font-semibold transition-colors @max-[19rem]:px-3 ${isChosen ? LOOKS.chosen.day : SOONEST}`}
      aria-pressed={isChosen}
      onClick={() => {
        onDay(day.date, true);
        onWindow(window);
      }}
    >
      <Icon className="@max-[19rem]:hidden" name="calendar" />
      {m.appointment_date_soonest({ day: shortDay(day.date), window: window.id })}
    </button>
  );
}

const SOONEST = "border-line-strong bg-surface-raised text-ink hover:bg-glass-surface";

type WindowPickerProps = {
  windows: DayWindow[];
  chosen: Day | null;
  value: string | null;
  error: string | null;
  onChoose: (window: DayWindow) => void;
};

/** The windows of a day; one that is not offered says why, and of one that ends later it says when. */
function WindowPicker({ windows, chosen, ...props }: WindowPickerProps) {
  const { value, error, onChoose } = props;
  const offered = windows.map((window) => ({
    ...cardOf(window, chosen && whenFinished(window)),
    disabled: false,
  }));
  const refused = (chosen?.closed_windows ?? []).map((window) => ({
    ...cardOf(window, whyNot(window, chosen?.date)),
    disabled: true,
  }));
  const options = [...offered, ...refused].sort((one, other) => rank(one) - rank(other));
  return (
    <RadioCards
      layout="windows"
      legend={m.appointment_date_window_title()}
      name="time-window"
      value={value}
      onChange={(id) => {
        const picked = windows.find((window) => window.id === id);
        if (picked) onChoose(picked);
      }}
      error={error ?? undefined}
      options={options}
    />
  );
}

const rank = ({ value }: { value: string }) => Object.keys(windowNames).indexOf(value);

const cardOf = ({ id, label }: Pick<DayWindow, "id" | "label">, note: string | null) => ({
  value: id,
  title: windowNames[id],
  detail: (
    <>
      <span className="whitespace-nowrap">{label}</span>
      {note && <span className="block">{note}</span>}
    </>
  ),
});

const whenFinished = ({ id, ends_on }: DayWindow) =>
  id === "afternoon" ? finishes(ends_on) : null;

// Nothing else closes one window of a day that is open.
type DayOff = "weekday" | "holiday" | "blackout";

function whyNot({ reason, because_of }: ClosedWindow, date: string | undefined): string {
  const taken = because_of === date ? "taken" : "morning_taken";
  return m.appointment_window_closed({
    because: reason === "full" ? taken : (reason as DayOff),
    day: shortDay(because_of),
  });
}
