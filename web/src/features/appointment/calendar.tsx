import { windowNames } from "#business/windows.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { DayPicker } from "./day-picker.tsx";
import { type Availability, type DayWindow, useAvailability } from "./use-availability.ts";

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
  const { data: availability, isPending, refetch } = useAvailability();

  if (isPending) return <p role="status">{m.appointment_date_loading()}</p>;
  if (!availability)
    return (
      <Notice
        tone="danger"
        action={
          <Button variant="outline" onClick={() => refetch()}>
            {m.try_again()}
          </Button>
        }
      >
        {m.appointment_date_failed()}
      </Notice>
    );
  if (!availability.days.some((day) => day.open))
    return <Notice tone="warning">{m.appointment_date_none()}</Notice>;
  return <OpenCalendar {...props} availability={availability} />;
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
