import { type BookedAppointment as Booked, calendarFile, type Slot } from "#api/my-booking.ts";
import { reachOf, useSent } from "#api/sent-messages.ts";
import { finishOf } from "#business/half-days.ts";
import { freeRescheduleHours } from "#business/terms.ts";
import { hoursOf } from "#business/windows.ts";
import { dayAndTimeOf, longDay } from "#lib/dates.ts";
import { formatPhone, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { ActionResult } from "#ui/action-result.tsx";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { PhoneLink } from "#ui/call-us.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";

const TONES: Record<Booked["status"], BadgeTone> = {
  held: "warning",
  confirmed: "success",
  expired: "warning",
  cancelled: "quiet",
  needs_new_date: "warning",
};

type BookedAppointmentProps = {
  appointment: Booked;
  onReschedule: () => void;
  onCancel: () => void;
  /** The installation is finished: the appointment can be neither moved nor canceled. */
  isOver: boolean;
  /** Where it was moved to on this page, just now. */
  movedTo: Slot | null;
};

/** Time and technician of the appointment, with buttons to move or cancel it (BOOK-04). */
export function BookedAppointment({
  appointment,
  onReschedule,
  onCancel,
  isOver,
  movedTo,
}: BookedAppointmentProps) {
  const { day, technician } = appointment;
  const status = statusNow(appointment);
  const isOn = status === "held" || status === "confirmed";

  return (
    <Panel
      id="appointment"
      title={m.appointment_booked_title()}
      badge={
        <Badge tone={TONES[status]}>
          {isOver ? m.appointment_booked_done() : m.appointment_booked_badges({ status })}
        </Badge>
      }
    >
      {isThere(appointment, movedTo) && (
        <ActionResult>
          <Notice tone="success">{m.appointment_booked_moved({ day: longDay(day) })}</Notice>
        </ActionResult>
      )}
      <div>
        <p
          className={`text-xl leading-snug font-semibold tracking-[-0.018em] ${isOn ? "" : "text-quiet line-through decoration-1"}`}
        >
          {longDay(day)}
        </p>
        <p className="text-base text-quiet">{wordsBelow(appointment, isOver)}</p>
      </div>
      {isOn && !isOver && <Technician technician={technician} />}
      {!isOver && (
        <div className="flex flex-wrap gap-x-4 gap-y-2">
          {status === "confirmed" && (
            <Button className="max-xs:flex-[1_1_100%]" variant="outline" href={calendarFile()}>
              <Icon name="calendar" size="sm" />
              {m.appointment_booked_calendar()}
            </Button>
          )}
          {mayMove(appointment) && (
            <Button className="max-xs:flex-[1_1_100%]" variant="outline" onClick={onReschedule}>
              {status === "needs_new_date"
                ? m.appointment_booked_choose()
                : m.appointment_booked_reschedule()}
            </Button>
          )}
          <Button className="max-xs:flex-[1_1_100%]" variant="link" onClick={onCancel}>
            {m.appointment_booked_cancel()}
          </Button>
        </div>
      )}
      {!isOver && status === "confirmed" && <MovingRule appointment={appointment} />}
    </Panel>
  );
}

// Until the server's next look, a hold that has ended is still called held.
function statusNow({ status, hold_expires_at: until }: Booked): Booked["status"] {
  return status === "held" && until && Date.parse(until) <= Date.now() ? "expired" : status;
}

const isThere = ({ status, day, time_window }: Booked, to: Slot | null): boolean =>
  status === "confirmed" && to?.day === day && to.time_window === time_window;

function wordsBelow(appointment: Booked, isOver: boolean): string {
  if (isOver) return m.appointment_booked_over();
  return appointment.status === "needs_new_date"
    ? m.appointment_booked_lost()
    : [m.appointment_booked_arrival(hoursOf(appointment)), finishOf(appointment)]
        .filter(Boolean)
        .join(". ");
}

const mayMove = ({ status, can_reschedule }: Booked): boolean =>
  status === "needs_new_date" || (status === "confirmed" && can_reschedule);

function MovingRule({ appointment: { can_reschedule, free_until } }: { appointment: Booked }) {
  if (!can_reschedule)
    return (
      <p className="text-sm text-quiet">
        {m.appointment_booked_too_late({ hours: freeRescheduleHours })} <PhoneLink />.
      </p>
    );
  if (!free_until) return null;
  return (
    <p className="text-sm text-quiet">
      {m.appointment_booked_free_until({ when: dayAndTimeOf(free_until) })}
    </p>
  );
}

function Technician({ technician }: Pick<Booked, "technician">) {
  const sent = useSent();
  const reach = sent ? reachOf(sent) : "unknown";
  return (
    <div className="grid grid-cols-[auto_1fr] items-center gap-3.5 rounded-md bg-surface-sunken px-5 py-3 text-base leading-[1.4]">
      <Icon className="text-quiet" name="user" size="lg" />
      {technician ? (
        <div>
          <p className="text-sm text-quiet">{m.appointment_booked_technician()}</p>
          <p className="font-semibold">{technician.name}</p>
          <a className="inline-flex min-h-target items-center" href={telHref(technician.phone)}>
            {formatPhone(technician.phone)}
          </a>
        </div>
      ) : (
        <p>{m.technician_pending({ reach: reach === "none" ? "here" : reach })}</p>
      )}
    </div>
  );
}
