/** API responses for an order, for tests of /my-booking. */

import type {
  BookingDocument,
  BookingMessage,
  Cancellation,
  Consent,
  LedgerEntry,
  Milestone,
  Money,
  MyBooking,
  NextStepKey,
  Preparation,
  PriceChange,
  ProposalContents,
  ProposalState,
  TimelineKey,
  TimelineStep,
} from "#api/my-booking.ts";
import { PRICE } from "#draft/draft.fixtures.ts";
import { addDays } from "#features/appointment/week.ts";

const WAY: readonly TimelineKey[] = [
  "reserved",
  "confirmed",
  "photos",
  "price_locked",
  "proposal",
  "equipment",
  "installation",
  "power_on",
];

const NAMES: Record<TimelineKey, string> = {
  reserved: "Date reserved",
  confirmed: "Appointment confirmed",
  photos: "Photos reviewed",
  price_locked: "Price locked",
  proposal: "Proposal accepted",
  equipment: "Equipment arrives",
  installation: "Installation day",
  power_on: "Power on",
  cancelled: "Order canceled",
};

/** Timeline with the first `done` steps finished and the next one current. */
export const wayWith = (done: number): TimelineStep[] =>
  WAY.map((key, index) => ({
    key,
    name: NAMES[key],
    state: stateAt(index, done),
    at: index < done ? `2026-11-2${index}T16:00:00Z` : null,
    day: key === "installation" ? "2026-12-14" : null,
  }));

function stateAt(index: number, done: number): TimelineStep["state"] {
  if (index < done) return "done";
  return index === done ? "now" : "later";
}

export const PREPARATIONS: Preparation[] = (
  ["permit", "hoa", "gas", "equipment", "rough_inspection", "final_inspection", "startup"] as const
).map((kind) => ({
  kind,
  name: kind,
  status: kind === "hoa" ? "ask" : "to_do",
  state: kind === "hoa" ? "We will ask you" : "Not started",
  requested_on: null,
  expected_on: null,
  done_on: null,
}));

export const aNextStep = (
  key: NextStepKey,
  title = "What the server says",
  action = "",
  by: string | null = null,
): MyBooking["next_step"] => ({ key, by, title, lines: [`More about ${key}.`], action });

export const aBooking = (change: Partial<MyBooking> = {}): MyBooking => ({
  id: "1f0c2b1e-3f2b-4d8a-9a51-5a1b2c3d4e5f",
  code: "SB-7K3F9",
  status: "scheduled",
  customer: {
    name: "Ada Lovelace",
    email: "ada@example.org",
    phone: "7135550199",
    sms_updates: true,
  },
  texts_wait_for_yes: false,
  texts_number: "+17135550142",
  address: "1204 Timber Ridge Dr, The Woodlands, TX 77380",
  appointment: anAppointment(),
  timeline: wayWith(2),
  next_step: aNextStep("send_photos", "Send us 5 photos", "Add your photos"),
  preparations: PREPARATIONS,
  photos: {
    status: "awaiting_photos",
    least: 5,
    most: 20,
    count: 2,
    requested_count: 2,
    retake_reason: "",
  },
  price: {
    status: "promised",
    lines: PRICE,
    band: "close",
    band_from_ft: 0,
    band_max_ft: 25,
    confirmed_run_ft: null,
    quoted_run_ft: null,
    version: 1,
    locked_at: null,
    receipt_code: "K7QM-2XWD-9TRA",
    change: null,
  },
  proposal: null,
  package: { name: "Standard Installation", max_distance_feet: 25 },
  generator: { brand: "Generac", model: "Guardian 22 kW", kw: 22 },
  machine: null,
  stay_on: null,
  ...change,
});

export const MACHINE: NonNullable<MyBooking["machine"]> = {
  name: "Generac Guardian 22 kW",
  kw: 22,
  is_own: false,
  serial_number: "3012345678",
  installed_on: "2026-12-14",
  manual_url: "https://manuals.example/7043.pdf",
  record_code: "7K3MQ2X9ABCD0123",
  generator_warranty: "the manufacturer’s limited warranty, typically 5 years",
  work_warranty: "12 months from substantial completion",
};

export const anAppointment = (
  change: Partial<NonNullable<MyBooking["appointment"]>> = {},
): NonNullable<MyBooking["appointment"]> => ({
  id: "7c1d8d2e-0000-4000-8000-000000000001",
  status: "confirmed",
  day: "2026-12-14",
  ends_on: "2026-12-14",
  time_window: "morning",
  start_at: "2026-12-14T14:30:00Z",
  end_at: "2026-12-14T18:30:00Z",
  hold_expires_at: null,
  technician: null,
  can_reschedule: true,
  free_until: "2026-12-12T14:30:00Z",
  ...change,
});

// The run is longer than booked: the next band.
export const CHANGE: PriceChange = {
  id: "c0ffee00-0000-4000-8000-000000000001",
  reason: "The panel is on the other side of the garage: 41 ft to the spot you chose.",
  proposed_at: "2026-11-22T16:00:00Z",
  percent: 7.877,
  is_refundable: false,
  if_declined: "within_limit",
  cause: "run",
  old_lines: PRICE,
  new_lines: { ...PRICE, installation_cents: 5_990_00, total_cents: 13_694_77 },
};

export const PROPOSAL_CONTENTS: ProposalContents = {
  id: "b00c0000-0000-4000-8000-000000000001",
  version: 1,
  clauses: [
    {
      id: "scope",
      heading: "Scope of work",
      blocks: [
        { kind: "text", text: "Standard Installation. Your photos confirmed the run: 22 ft." },
        { kind: "items", items: [{ name: "Concrete pad", text: "3 inches, level" }] },
      ],
    },
    {
      id: "payments",
      heading: "When you pay",
      blocks: [
        {
          kind: "table",
          head: ["Milestone", "Amount"],
          rows: [
            { name: "At acceptance, 25%", cents: 3_173_69 },
            { name: "Credit: what you've already paid", cents: -100_00 },
            { name: "When the equipment arrives, 75%", cents: 9_521_08 },
            { name: "Left to pay", cents: 12_594_77 },
          ],
        },
      ],
    },
    {
      id: "right-to-cancel",
      heading: "Your right to cancel",
      blocks: [{ kind: "strong", text: "YOU, THE BUYER, MAY CANCEL THIS TRANSACTION." }],
    },
  ],
  clauses_sha256: "5f0de1e0b8a3ab3b0b34f9ad2f1f3c4e7f3d2c1b0a99887766554433221100ff",
};

export const aProposal = (change: Partial<ProposalState> = {}): ProposalState => ({
  id: "b00c0000-0000-4000-8000-000000000001",
  version: 1,
  status: "ready",
  file: {
    id: "f11e0000-0000-4000-8000-000000000001",
    title: "Installation proposal",
    size_bytes: 184_320,
    url: "/api/my-booking/documents/f11e0000-0000-4000-8000-000000000001",
  },
  total_cents: 12_694_77,
  accepted_at: null,
  accepted_name: "",
  cancel_until: null,
  sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ...change,
});

const aMilestone = (change: Partial<Milestone>): Milestone => ({
  kind: "acceptance",
  percent: 25,
  amount_cents: 3_173_69,
  credit_cents: 0,
  late_fee_cents: 0,
  due_cents: 0,
  status: "waiting",
  days_to_pay: 5,
  late_fee_percent: "1.5%",
  due_on: null,
  surcharge_cents: 0,
  transfer_since: null,
  ...change,
});

export const MILESTONES: Milestone[] = [
  aMilestone({
    status: "due",
    credit_cents: 100_00,
    due_cents: 3_073_69,
    due_on: "2026-12-04",
    surcharge_cents: 92_21,
  }),
  aMilestone({ kind: "equipment", percent: 50, amount_cents: 6_347_39, due_cents: 6_347_39 }),
  aMilestone({ kind: "completion", due_cents: 3_173_69 }),
];

export const ENTRIES: LedgerEntry[] = [
  { at: "2026-11-21T16:00:00Z", kind: "scheduling_fee", note: "", amount_cents: 100_00 },
  { at: "2026-11-21T16:01:00Z", kind: "payment", note: "Card", amount_cents: -100_00 },
];

export const anEntry = (kind: LedgerEntry["kind"], amount_cents: number): LedgerEntry => ({
  ...{ kind, amount_cents },
  at: "2026-11-30T16:00:00Z",
  note: "",
});

/** The account once the first payment is due, less the fee. */
export const DUE_ENTRIES = [...ENTRIES, anEntry("milestone", 3_173_69), anEntry("credit", -100_00)];

const MONEY: Omit<Money, "milestones_cents" | "other_cents"> = {
  balance_cents: 0,
  disputed_cents: 0,
  refunding_cents: 0,
  total_cents: 12_694_77,
  surcharge_cents: 0,
  late_fee_cents: 0,
  credit_cents: 100_00,
  paid_cents: 100_00,
  remaining_cents: 12_594_77,
  is_canceled: false,
  kept_as: null,
  kept_credits: [],
  has_fee_receipt: true,
  milestones: MILESTONES.map((each) => ({ ...each, status: "waiting", due_on: null })),
  entries: ENTRIES,
  refunds: [],
  methods: [
    { method: "bank", surcharge_percent: 0 },
    { method: "debit_card", surcharge_percent: 0 },
    { method: "credit_card", surcharge_percent: 3 },
  ],
  test_mode: true,
};

/** An account that adds up, as the server's do. */
export function someMoney(change: Partial<Money> = {}): Money {
  const money = { ...MONEY, ...change };
  const planned = money.milestones.reduce((sum, each) => sum + each.amount_cents, 0);
  const charged =
    (money.is_canceled ? 0 : money.total_cents) + money.surcharge_cents + money.late_fee_cents;
  return {
    milestones_cents: planned - money.credit_cents,
    other_cents: money.remaining_cents + money.paid_cents + money.disputed_cents - charged,
    ...money,
  };
}

export const CANCELLATION: Cancellation = {
  can_cancel: true,
  rule: "fee_kept_as_credit",
  refund_cents: 0,
  kept_cents: 100_00,
  owed_cents: 0,
  words: "The reservation fee stays a credit for 30 days: it counts in full if you come back.",
};

export const DOCUMENTS: BookingDocument[] = [
  {
    id: "f11e0000-0000-4000-8000-000000000001",
    type: "general_proposal",
    title: "Installation proposal",
    size_bytes: 184_320,
    is_void: false,
    created_at: "2026-11-23T16:00:00Z",
    url: "/api/my-booking/documents/f11e0000-0000-4000-8000-000000000001",
  },
];

export const MESSAGES: BookingMessage[] = [
  {
    id: 2,
    kind: "photo_link",
    channel: "sms",
    subject: "",
    text: "Standby: please send 5 photos, they lock your price: https://standby.example/b/…",
    status: "sent",
    is_kept: false,
    outcome: "sent",
    at: "2026-11-21T16:02:00Z",
  },
  {
    id: 1,
    kind: "date_confirmed",
    channel: "email",
    subject: "Your installation day is confirmed",
    text: "Hello Ada,\n\nwe come on Monday, December 14, 2026.",
    status: "sent",
    is_kept: false,
    outcome: "sent",
    at: "2026-11-21T16:01:00Z",
  },
];

export const CONSENTS: Consent[] = [
  {
    channel: "sms",
    is_given: true,
    wording: "Text me about this order.",
    page: "/installation-date",
    at: "2026-11-21T15:58:00Z",
  },
];

const MORNING = { label: "8:30 AM – 12:30 PM", start_time: "08:30", end_time: "12:30" };
const AFTERNOON = { label: "1:00 PM – 5:00 PM", start_time: "13:00", end_time: "17:00" };
const windowsOn = (date: string) => [
  { id: "morning", ...MORNING, ends_on: date },
  { id: "afternoon", ...AFTERNOON, ends_on: addDays(date, 1) },
];
const DAYS = ["2026-12-07", "2026-12-08", "2026-12-09", "2026-12-10", "2026-12-11"];

export const AVAILABILITY = {
  today: "2026-11-21",
  min_date: "2026-12-07",
  max_date: "2026-12-11",
  days: DAYS.map((date) => ({
    date,
    open: true,
    reason: null,
    windows: windowsOn(date),
    closed_windows: [],
    crews_left: 2,
  })),
};
