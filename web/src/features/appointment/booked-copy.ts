import type { AppointmentStatus } from "#api/my-booking.ts";

export const bookedWords = {
  title: "Your appointment",
  badges: {
    held: "Held for you",
    confirmed: "Confirmed",
    expired: "Not held any more",
    cancelled: "Cancelled",
    needs_new_date: "Needs a new day",
  } satisfies Record<AppointmentStatus, string>,
  arrival: {
    morning: "We arrive between 8:30 AM and 12:30 PM",
    afternoon: "We arrive between 1:00 PM and 5:00 PM",
  },
  over: "Your generator is installed.",
  done: "Done",
  lost: "This day was taken before your payment arrived.",
  technician: "Your technician",
  technicianPending: "Technician Assignment Pending - We'll notify you by email and text.",
  calendar: "Add to calendar",
  reschedule: "Move the date",
  choose: "Choose another day",
  cancel: "Cancel the order",
  freeUntil: (when: string) => `Moving it is free until ${when}.`,
  tooLate: "It is less than 48 hours away: to move it, please call us at",
} as const;
