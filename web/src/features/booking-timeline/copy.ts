import type { TimelineKey } from "#api/my-booking.ts";

export const copy = {
  title: "From reservation to power-on",
  steps: {
    reserved: "Date reserved",
    confirmed: "Appointment confirmed",
    photos: "Photos reviewed",
    price_locked: "Price locked",
    proposal: "Proposal accepted",
    equipment: "Equipment arrives",
    installation: "Installation day",
    power_on: "Power on",
  } satisfies Record<TimelineKey, string>,
  done: "Done",
  doneOn: (day: string) => `Done ${day}`,
  now: "Now",
  nowDay: (day: string) => `Now, ${day}`,
  later: "Later",
  laterDay: (day: string) => `Planned for ${day}`,
} as const;
