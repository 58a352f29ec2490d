/** Orders as the staff API returns them, and the order screen with a mock server, for tests. */

import { screen, within } from "@testing-library/react";
import type { Schemas } from "#api/client.ts";
import type {
  ActionKey,
  HistoryEvent,
  NextAction,
  OrderRow,
  StaffMessage,
  StaffMoney,
  StaffOrder,
  StaffPayment,
} from "#api/staff-orders.ts";
import { PRICE } from "#business/price.fixtures.ts";
import { aBooking, anAppointment, PREPARATIONS, someMoney } from "#fixtures/my-booking.ts";
import { answers, renderStaff } from "../staff.setup.tsx";
import OrderScreen from "./order-screen.tsx";

export const ORDER_ID = "1f0c2b1e-3f2b-4d8a-9a51-5a1b2c3d4e5f";

const ACTS: readonly ActionKey[] = [
  "move",
  "assign_technician",
  "decide_price",
  "ask_for_retake",
  "make_proposal",
  "make_hoa_packet",
  "mark_equipment",
  "mark_installed",
  "mark_power_on",
  "cancel",
  "keep_visit",
  "refund",
  "retry_refund",
  "resend_message",
  "correct_contact",
  "write_note",
];

export const aNextAction = (change: Partial<NextAction> = {}): NextAction => ({
  key: "review_photos",
  waits_for: "staff",
  title: "Review the photos",
  how: "Tell the run from panel to generator in feet, and lock the price.",
  since: "2026-11-21T16:00:00Z",
  by: null,
  ...change,
});

export const aRow = (change: Partial<OrderRow> = {}): OrderRow => ({
  id: ORDER_ID,
  number: "7c1d8d2e-0000-4000-8000-000000000001",
  code: "SB-7K3F9",
  status: "scheduled",
  customer_name: "Ada Lovelace",
  address: "1204 Timber Ridge Dr, The Woodlands, TX 77380",
  city: "The Woodlands",
  zip_code: "77380",
  day: "2026-12-14",
  ends_on: "2026-12-14",
  time_window: "morning",
  appointment_status: "confirmed",
  technician_name: null,
  total_cents: 12_694_77,
  balance_cents: 0,
  transfer_cents: 0,
  refunding_cents: 0,
  next: aNextAction(),
  created_at: "2026-11-21T15:58:00Z",
  ...change,
});

/** Availability of actions: all allowed, except those named with their reason. */
export const allowedBut = (
  forbidden: Partial<Record<ActionKey, string>> = {},
): StaffOrder["allowed"] =>
  ACTS.map((key) => ({
    key,
    is_allowed: forbidden[key] === undefined,
    why_not: forbidden[key] ?? "",
    needs_fresh_factor: key === "cancel" || key === "refund" || key === "retry_refund",
  }));

export const aMessage = (change: Partial<StaffMessage> = {}): StaffMessage => ({
  id: 7,
  kind: "date_confirmed",
  channel: "email",
  recipient: "ada@example.org",
  subject: "Your installation day is confirmed",
  text: "Hello Ada,\n\nwe come on Monday, December 14, 2026.",
  status: "sent",
  outcome: "sent",
  last_error: "",
  created_at: "2026-11-21T16:01:00Z",
  sent_at: "2026-11-21T16:01:10Z",
  can_resend: true,
  ...change,
});

const HISTORY: HistoryEvent[] = [
  {
    at: "2026-11-21T16:00:00Z",
    kind: "log",
    subject: "appointment",
    who: "The customer",
    sentence: "The customer confirmed the appointment.",
    detail: "Dec 14, morning",
    ref: "",
    count: 1,
  },
  {
    at: "2026-11-21T16:02:00Z",
    kind: "log",
    subject: "payment",
    who: "The card provider",
    sentence: "The card provider took a payment.",
    detail: "",
    ref: "",
    count: 1,
  },
];

export const staffOrder = (change: Partial<StaffOrder> = {}): StaffOrder => ({
  ...aBooking(),
  appointment: anAppointment(),
  version: 41,
  review_id: "d0000000-0000-4000-8000-000000000001",
  city: "The Woodlands",
  zip_code: "77380",
  created_at: "2026-11-21T15:58:00Z",
  powered_on_at: null,
  review_reason: "",
  answers: { "Service panel": "200 amps" },
  email_updates: true,
  sms_updates: true,
  opted_out: [],
  texts_paused: false,
  balance_cents: 0,
  missing: ["proposal", "permit", "technician"],
  installation_steps: PREPARATIONS.map((step) => ({
    ...step,
    assignee_id: null,
    assignee_name: null,
    person: "",
    reference: "",
    note: "",
    model: "",
    supplier: "",
    purchase_order: "",
    serial_number: "",
  })),
  next_actions: [aNextAction()],
  allowed: allowedBut(),
  history: HISTORY,
  log: [],
  notes: [
    {
      id: "a0000000-0000-4000-8000-000000000001",
      at: "2026-11-21T17:00:00Z",
      author: "Jo",
      text: "Dog in the yard: ring first.",
    },
  ],
  files: [
    {
      id: "f11e0000-0000-4000-8000-000000000001",
      type: "general_proposal",
      title: "Installation proposal",
      note: "",
      version: 1,
      content_type: "application/pdf",
      file_name: "general-proposal-1.pdf",
      added_by: "",
      size_bytes: 184_320,
      sha256: "9f86d081",
      is_void: false,
      created_at: "2026-11-23T16:00:00Z",
    },
  ],
  sendable_messages: [{ kind: "running_late", title: "We are running late", why_not: "" }],
  messages: [aMessage()],
  checkouts: [],
  refunds: [],
  cancellation: null,
  ...change,
});

export const aPayment = (change: Partial<StaffPayment> = {}): StaffPayment => ({
  id: "b0000000-0000-4000-8000-000000000001",
  purpose: "scheduling_fee",
  method: "card",
  status: "paid",
  amount_cents: 100_00,
  surcharge_cents: 0,
  refunded_cents: 0,
  disputed_cents: 0,
  left_cents: 100_00,
  is_disputed: false,
  transfer_since: null,
  ...change,
});

export const staffMoney = (change: Partial<StaffMoney> = {}): StaffMoney => ({
  ...someMoney(),
  payments: [aPayment()],
  refunds: [],
  disputes: [],
  ...change,
});

export const HIGHER = { ...PRICE, installation_cents: 5_990_00, total_cents: 13_694_77 };

type Role = Parameters<typeof renderStaff>[1] extends { me?: infer Me } | undefined ? Me : never;

export const CONVERSATION: Schemas["ConversationOut"] = {
  entries: [],
  ways: [
    { channel: "sms", why_not: "" },
    { channel: "email", why_not: "" },
  ],
  texts_leave_at: null,
  text_prefix: "Standby: ",
  most_segments: 2,
};

export function serveOrder(order: Partial<StaffOrder> = {}, money: Partial<StaffMoney> = {}) {
  answers(`/orders/${ORDER_ID}`, staffOrder(order));
  answers(`/orders/${ORDER_ID}/money`, staffMoney(money));
  answers(`/orders/${ORDER_ID}/job-reports`, []);
  answers("/tasks", { tasks: [] });
  answers(`/orders/${ORDER_ID}/conversation`, CONVERSATION);
  answers("/colleagues", []);
}

export async function showOrder(me: Role = {}) {
  const shown = renderStaff(<OrderScreen />, {
    path: `/staff/orders/${ORDER_ID}`,
    route: "/orders/:id",
    me,
  });
  await screen.findByRole("heading", { level: 1, name: "Ada Lovelace" });
  await within(part("Money")).findByText("Payments");
  return shown;
}

export const part = (name: string) => screen.getByRole("region", { name });

export const dialog = (name: string) => screen.findByRole("dialog", { name });
