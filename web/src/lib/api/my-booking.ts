/** What the homeowner's own page is told by the server, and the calls that ask for it. */

import { calls } from "#lib/api/calls.ts";
import { Problem, unwrap } from "#lib/api/client.ts";
import { attemptKey, forgetAttempt } from "#lib/attempts.ts";

export type AppointmentStatus = "held" | "confirmed" | "expired" | "cancelled" | "needs_new_date";

export type BookedAppointment = {
  id: string;
  status: AppointmentStatus;
  day: string;
  time_window: "morning" | "afternoon";
  start_at: string;
  end_at: string;
  hold_expires_at: string | null;
  technician: { name: string; phone: string } | null;
  can_reschedule: boolean;
  free_until: string | null;
};

export type TimelineKey =
  | "reserved"
  | "confirmed"
  | "photos"
  | "price_locked"
  | "proposal"
  | "equipment"
  | "installation"
  | "power_on";

export type TimelineStep = {
  key: TimelineKey;
  state: "done" | "now" | "later";
  at: string | null;
  day: string | null;
};

export type NextStepKey =
  | "pay_fee"
  | "confirm"
  | "choose_date"
  | "send_photos"
  | "retake_photos"
  | "wait_review"
  | "decide_change"
  | "wait_proposal"
  | "accept_proposal"
  | "pay_milestone"
  | "wait_equipment"
  | "wait_installation"
  | "done"
  | "cancelled";

export type Lines = {
  installation_cents: number;
  generator_cents: number;
  permit_cents: number;
  sales_tax_cents: number;
  discount_cents: number;
  total_cents: number;
};

export type PriceChange = {
  id: string;
  reason: string;
  proposed_at: string;
  percent: number | string;
  is_refundable: boolean;
  old_lines: Lines;
  new_lines: Lines;
};

export type ChangeAnswer = { status: string; is_refundable: boolean };

export type BookedPrice = {
  status: "promised" | "change_proposed" | "locked";
  lines: Lines;
  band: "close" | "medium" | "far";
  confirmed_run_ft: number | null;
  version: number;
  locked_at: string | null;
  receipt_code: string | null;
  change: PriceChange | null;
};

export type PhotosState = {
  status: "awaiting_photos" | "submitted" | "retake_requested" | "decided" | "cancelled";
  least: number;
  most: number;
  count: number;
  retake_reason: string;
};

export type ProposalState = {
  id: string;
  version: number;
  status: "ready" | "accepted" | "superseded";
  file: { id: string; title: string; size_bytes: number; url: string };
  total_cents: number;
  accepted_at: string | null;
  accepted_name: string;
  cancel_until: string | null;
  sha256: string;
};

export type MyBooking = {
  id: string;
  number: string | null;
  status: "reserved" | "scheduled" | "accepted" | "equipment_arrived" | "completed" | "cancelled";
  customer: { name: string; email: string; phone: string };
  address: string;
  appointment: BookedAppointment | null;
  timeline: TimelineStep[];
  next_step: { key: NextStepKey; by: string | null };
  photos: PhotosState | null;
  price: BookedPrice;
  proposal: ProposalState | null;
  package: { name: string; max_distance_feet: number };
  generator: { brand: string; model: string; kw: number } | null;
};

export type MilestoneKind = "acceptance" | "equipment" | "completion";
export type PayMethod = "bank" | "debit_card" | "credit_card";

export type Milestone = {
  kind: MilestoneKind;
  percent: number;
  amount_cents: number;
  credit_cents: number;
  late_fee_cents: number;
  due_cents: number;
  status: "waiting" | "due" | "paid" | "cancelled";
  due_at: string | null;
  surcharge_cents: number;
};

export type LedgerEntry = { at: string; kind: string; note: string; amount_cents: number };
export type RefundState = {
  amount_cents: number;
  status: "requested" | "sent" | "failed";
  at: string;
  reason: string;
};

export type Money = {
  balance_cents: number;
  total_cents: number;
  paid_cents: number;
  milestones: Milestone[];
  entries: LedgerEntry[];
  refunds: RefundState[];
  methods: { method: PayMethod; surcharge_percent: number | string }[];
  test_mode: boolean;
};

export type PaymentRequest =
  | { purpose: "milestone"; milestone: MilestoneKind; method: PayMethod }
  | { purpose: "diagnostic" };

export type Cancellation = {
  can_cancel: boolean;
  rule: string;
  refund_cents: number;
  kept_cents: number;
  words: string;
};

export type BookingDocument = {
  id: string;
  type: string;
  title: string;
  size_bytes: number;
  created_at: string;
  url: string;
};

export type BookingMessage = {
  id: string;
  kind: string;
  channel: "email" | "sms";
  subject: string;
  text: string;
  status: "queued" | "sent" | "dead" | "suppressed";
  at: string;
};

export type Consent = {
  channel: "email" | "sms";
  is_given: boolean;
  wording: string;
  page: string;
  at: string;
};

const PATIENCE_MS = 20_000;

type Answer<T> = { data?: T; error?: unknown; response: Response };
type Init = {
  body?: unknown;
  params?: { header?: Record<string, string> };
  signal?: AbortSignal;
};
type Door = <T>(path: string, init?: Init) => Promise<Answer<T>>;

const { GET, POST } = calls as unknown as { GET: Door; POST: Door };

const ROOT = "/api/my-booking";

const asked = <T>(path: string): Promise<T> => unwrap(GET<T>(path));
const told = <T>(path: string, body: unknown, header: Record<string, string> = {}): Promise<T> =>
  unwrap(POST<T>(path, { body, params: { header }, signal: AbortSignal.timeout(PATIENCE_MS) }));

/** Sent again after a lost answer it happens once; a refused one may be tried anew. */
async function once<T>(path: string, body: unknown): Promise<T> {
  try {
    const answer = await told<T>(path, body, { "Idempotency-Key": attemptKey(path, body) });
    forgetAttempt(path);
    return answer;
  } catch (failure) {
    if (failure instanceof Problem && failure.status >= 400 && failure.status < 500)
      forgetAttempt(path);
    throw failure;
  }
}

type Slot = { day: string; time_window: "morning" | "afternoon" };
type Acceptance = { proposal_id: string; sha256: string; typed_name: string; agrees: true };

export const myBooking = {
  booking: () => asked<MyBooking>(ROOT),
  money: () => asked<Money>(`${ROOT}/money`),
  cancellation: () => asked<Cancellation>(`${ROOT}/cancellation`),
  documents: () => asked<BookingDocument[]>(`${ROOT}/documents`),
  messages: () => asked<BookingMessage[]>(`${ROOT}/messages`),
  consents: () => asked<Consent[]>(`${ROOT}/consents`),
  pay: (payment: PaymentRequest) => once<{ url: string }>(`${ROOT}/payments`, payment),
  cancel: (request: { refund_cents: number; reason: string }) =>
    once<{ status: string }>(`${ROOT}/cancel`, request),
  reschedule: (slot: Slot) => once<unknown>(`${ROOT}/reschedule`, slot),
  accept: (acceptance: Acceptance) => once<unknown>(`${ROOT}/proposal/accept`, acceptance),
  decide: (changeId: string, decision: "approve" | "decline") =>
    once<ChangeAnswer>(`${ROOT}/change-orders/${changeId}`, {
      decision,
    }),
  consent: (choice: { channel: "sms"; is_given: boolean }) =>
    told<unknown>(`${ROOT}/consents`, choice),
} as const;

/** The answers of one booking, so that a change asks for all of them again. */
export const BOOKING_KEY = "my-booking";
export const CALENDAR_FILE = `${ROOT}/appointment.ics`;
