import type { MyBooking } from "#api/my-booking.ts";
import { BookedAppointment } from "#features/appointment/booked-appointment.tsx";

type AppointmentPartProps = {
  booking: MyBooking;
  onReschedule: () => void;
  onCancel: () => void;
};

/** The appointment, if any. Once installed, it can be neither moved nor canceled. */
export function AppointmentPart({ booking, onReschedule, onCancel }: AppointmentPartProps) {
  const { appointment, status } = booking;
  if (!appointment || status === "cancelled") return null;
  return (
    <BookedAppointment
      {...{ appointment, onReschedule, onCancel }}
      isOver={status === "completed"}
    />
  );
}
