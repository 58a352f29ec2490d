import { BookedAppointment } from "#features/appointment/booked-appointment.tsx";
import type { MyBooking } from "#lib/api/my-booking.ts";

type AppointmentPartProps = {
  booking: MyBooking;
  onReschedule: () => void;
  onCancel: () => void;
};

const OVER = new Set<MyBooking["status"]>(["completed", "cancelled"]);

/** The appointment, while there is one; an order that is over is not cancelled any more. */
export function AppointmentPart({ booking, onReschedule, onCancel }: AppointmentPartProps) {
  const { appointment, status } = booking;
  if (!appointment || status === "cancelled") return null;
  return (
    <BookedAppointment
      appointment={appointment}
      onReschedule={onReschedule}
      onCancel={OVER.has(status) ? null : onCancel}
    />
  );
}
