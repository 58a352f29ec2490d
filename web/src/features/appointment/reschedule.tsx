import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorCode, errorMessage } from "#api/error-messages.ts";
import { myBooking, type Slot } from "#api/my-booking.ts";
import type { Key } from "#api/query-keys.ts";
import { freeRescheduleHours } from "#business/terms.ts";
import { shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Refusal } from "#ui/call-us.tsx";
import { Modal } from "#ui/modal.tsx";
import type { DayWindow } from "./availability.ts";
import { Calendar } from "./calendar.tsx";

type RescheduleProps = {
  open: boolean;
  onClose: () => void;
  onMoved: (to: Slot) => void;
  /** The appointment lost its day, so there is none to keep. */
  isLost: boolean;
};

/** The reservation calendar in a dialog, to choose another day (BOOK-04.7). */
export function Reschedule({ open, onClose, onMoved, isLost }: RescheduleProps) {
  return (
    <Modal open={open} onClose={onClose} title={m.appointment_move_title()}>
      <p>
        {isLost
          ? m.appointment_move_lead_lost()
          : m.appointment_move_lead({ hours: freeRescheduleHours })}
      </p>
      <AnotherDay onMoved={onMoved} onClose={onClose} isLost={isLost} />
    </Modal>
  );
}

const DAY_GONE = new Set(["day_full", "day_not_offered"]);
const ERROR_MESSAGES = {
  day_full: m.appointment_move_refusals_day_full(),
  day_not_offered: m.appointment_day_not_offered(),
  window_not_offered: m.appointment_window_not_offered(),
  too_late_to_reschedule: m.appointment_move_refusals_too_late_to_reschedule({
    hours: freeRescheduleHours,
  }),
  not_reschedulable: m.appointment_move_refusals_not_reschedulable(),
  general: m.appointment_move_refusals_general(),
};

// When the day is taken, the calendar is loaded again.
function AnotherDay({ onMoved, onClose, isLost }: Omit<RescheduleProps, "open">) {
  const queries = useQueryClient();
  const loadDaysAgain = () =>
    void queries.invalidateQueries({ queryKey: ["availability"] satisfies Key });
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: myBooking.reschedule,
    onSuccess: (_, to) => {
      loadDaysAgain();
      onMoved(to);
    },
    onError: (failure) => {
      if (DAY_GONE.has(errorCode(failure))) loadDaysAgain();
    },
  });
  const isDayGone = DAY_GONE.has(errorCode(error));
  const [day, setDay] = useState<string | null>(null);
  const [window, setWindow] = useState<DayWindow | null>(null);
  const [isChecked, setChecked] = useState(false);

  const moveOrShowErrors = () => {
    setChecked(true);
    if (day && window) mutate({ day, time_window: window.id });
  };

  return (
    <div className="grid min-w-0 gap-6">
      <Calendar
        day={isDayGone ? null : day}
        windowId={window?.id ?? null}
        dayError={isChecked && !day ? m.appointment_move_day_required() : null}
        windowError={isChecked && !window ? m.appointment_window_required() : null}
        onDay={(chosen, keepsWindow) => {
          reset();
          setDay(chosen);
          if (!keepsWindow) setWindow(null);
        }}
        onWindow={setWindow}
      />
      {error && <Refusal>{errorMessage(error, ERROR_MESSAGES)}</Refusal>}
      <div className="flex flex-wrap gap-x-4 gap-y-2">
        <Button
          className="flex-[1_1_12rem]"
          variant="cta-green"
          size="lg"
          busy={isPending}
          busyLabel={m.appointment_move_moving()}
          onClick={moveOrShowErrors}
        >
          {day && !isDayGone
            ? m.appointment_move_move_to({ day: shortDay(day) })
            : m.appointment_move_move()}
        </Button>
        <Button className="flex-[1_1_12rem]" variant="outline" size="lg" onClick={onClose}>
          {isLost ? m.close() : m.appointment_move_keep()}
        </Button>
      </div>
    </div>
  );
}
