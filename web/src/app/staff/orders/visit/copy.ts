import type { StaffOrder } from "#api/staff-orders.ts";
import type { BadgeTone } from "#ui/badge.tsx";

type Status = NonNullable<StaffOrder["appointment"]>["status"];

export const visitWords = {
  title: "Visit",
  none: "There is no appointment.",
  states: {
    held: "Held, not paid",
    confirmed: "Confirmed",
    expired: "Hold ran out",
    cancelled: "Cancelled",
    needs_new_date: "Needs a new date",
  } satisfies Record<Status, string>,
  day: "Day",
  arrival: "Arrival",
  technician: "Technician",
  nobody: "Nobody assigned yet",
  heldUntil: (when: string) => `Held until ${when}`,
  move: "Move",
  moveTitle: "Move this visit",
  moveLead: (now: string) => `Now: ${now}.`,
  moveReason: "Reason (optional)",
  moveReasonHint: "The customer reads it.",
  moveConsequence: (slot: string, name: string, technician: string | null) =>
    `The visit moves to ${slot}, and ${name} is told.${
      technician ? ` ${technician} comes along if free that day.` : ""
    }`,
  moveUnclear: "Choose a day, and it says here what happens.",
  freeDays: "Next free days",
  otherDay: "Day",
  free: (free: number) => (free === 1 ? "1 crew free" : `${free} crews free`),
  freeOnDayOff: (free: number) =>
    `${visitWords.free(free)}, though nobody works on this weekday as a rule`,
  full: "No crew is free on this day.",
  closed: (reason: string) => `Closed${reason ? `: ${reason}` : ""}.`,
  windowTitle: "When we arrive",
  moveTo: (day: string) => `Move to ${day}`,
  moved: (day: string) => `The visit is on ${day} now. The customer is told.`,
  dayRequired: "Please choose a day.",
  assign: "Assign a technician",
  change: "Change the technician",
  assignTitle: "Who comes?",
  choose: "Choose a technician",
  take: "Nobody yet",
  chooseRequired: "Please choose who comes.",
  assignConsequence: (technician: string, phone: string, name: string) =>
    `${name} is told by text and email that ${technician} comes, and sees the name and ${phone} on their page.`,
  takeConsequence: (technician: string) => `${technician} is taken off this visit; nobody is told.`,
  assignUnclear: "Choose somebody, and it says here what the customer is told.",
  assignDo: "Assign",
  assigned: (technician: string) => `${technician} comes. The customer is told.`,
  taken: "Nobody is assigned any more.",
  noTechnicians: "There are no technicians. Add one on the day board.",
} as const;

export const visitTones = {
  held: "warning",
  confirmed: "success",
  expired: "danger",
  cancelled: "quiet",
  needs_new_date: "danger",
} satisfies Record<Status, BadgeTone>;
