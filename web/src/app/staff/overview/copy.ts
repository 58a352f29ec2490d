/** Texts of the overview: its metrics and their rows. */
import type { Schemas } from "#api/client.ts";

export type Metric = Schemas["Metric"];
export type Preset = "7" | "30" | "90" | "month";

const FIGURES: Record<Metric, string> = {
  checked: "Checked an address",
  covered: "Are covered",
  band: "Chose a distance",
  generator: "Chose a generator",
  date: "Chose a date",
  reserved: "Reserved",
  fee_paid: "Paid the fee",
  price_locked: "Price locked",
  accepted: "Accepted the proposal",
  completed: "Installed",
  paid: "Paid in full",
  received: "Received",
  refunded: "Refunded",
  outstanding: "Outstanding",
  abandoned: "Abandoned wizards",
  failed_messages: "Failed messages",
  searches: "Searches where we do not come",
  requests: "Asked to be told",
  visits: "Visits",
  completions: "Installations completed",
  today: "Today",
  next_days: "Next 7 days",
};

const PRESETS: Record<Preset, string> = {
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  month: "This month",
};

// Names of codes that the metric's own label does not explain.
const CODES: Record<string, string> = {
  scheduling_fee: "Site-visit fee",
  diagnostic: "Diagnostic",
  milestone_acceptance: "First share, at acceptance",
  milestone_equipment: "Second share, equipment",
  milestone_completion: "Last share, completion",
  morning: "8:30 AM – 12:30 PM",
  afternoon: "1:00 – 5:00 PM",
  held: "Held, not paid",
  confirmed: "Confirmed",
  reserved: "Reserved",
  scheduled: "Scheduled",
  accepted: "Accepted",
  equipment_arrived: "Equipment arrived",
  completed: "Completed",
  cancelled: "Cancelled",
  covered: "Covered",
  not_covered: "Not covered",
  pending: "Waits to be told",
  notified: "Was told",
  failed: "Could not be told",
  completion: "Completed",
};

export const copy = {
  title: "Overview",
  figure: FIGURES,
  preset: PRESETS,
  code: (code: string): string =>
    CODES[code] ?? (FIGURES as Record<string, string>)[code] ?? plain(code),

  period: "Period",
  own: "Own range",
  from: "From",
  to: "To",
  show: "Show",
  span: (from: string, to: string) => `${from} to ${to}, Houston days`,

  outboxHeld: "No messages are being sent",
  outboxHeldNote: (since: string) =>
    `A backup was restored, and the outbox is held since ${since}. Whoever runs the server releases it.`,

  funnel: "From an address to the last payment",
  funnelNote:
    "Visitors who checked an address in this time, then bookings begun in this time, however far they came since.",
  stage: "Stage",
  count: "Count",
  ofBefore: "Of the stage before",

  revenue: "Money",
  month: "Month",
  owing: (count: number) => (count === 1 ? "1 order owes it now" : `${count} orders owe it now`),
  inPeriod: "In this period",
  asOfNow: "As of now",

  attention: "Needs somebody",
  coming: "Coming appointments",
  comingParts: (morning: number, afternoon: number, held: number) =>
    `${morning} in the morning, ${afternoon} in the afternoon${held > 0 ? `, ${held} of them only held` : ""}`,

  leadTimes: "How long it takes",
  fromReservation: "From the reservation, in days",
  toVisit: "to the visit",
  toCompletion: "to completion",
  median: "Half took at most",
  p90: "9 of 10 took at most",
  none: "–",
  days: (days: number) => (days === 1 ? "1 day" : `${days} days`),

  demand: "Wanted where we do not come",
  zip: "ZIP code",
  noZip: "No ZIP code told",
  searches: "Searches",
  requests: "Asked to be told",
  noDemand: "Nobody asked from elsewhere in this time.",
  point: (zip: string, searches: number, requests: number) =>
    `${zip}: ${searches} searches, ${requests} asked to be told`,
  unplaced: (count: number) =>
    count === 1
      ? "1 ZIP code is not on the map: its place is not known."
      : `${count} ZIP codes are not on the map: their places are not known.`,
  allDemand: (count: number) => `Show all ${count}`,

  back: "Overview",
  rows: (count: number) => (count === 1 ? "1 row" : `${count} rows`),
  sum: (cents: string) => `${cents} in all`,
  ofZip: (zip: string) => (zip === "" ? "No ZIP code told" : `ZIP code ${zip}`),
  noRows: "There is nothing behind this figure.",
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  previous: "Newer",
  next: "Older",
  columns: {
    when: "When",
    who: "Who",
    what: "What",
    zip: "ZIP code",
    amount: "Amount",
    days: "Days",
    act: "Do",
  },
  noContact: "Not to be contacted",
  order: "Order",
  replay: "Send again",
  replaying: "Sending...",
  replayed: "It is on its way again",
  message: (number: number) => `Message ${number}`,
} as const;

const plain = (code: string): string => {
  const words = code.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};
