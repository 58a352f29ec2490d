/** An order, its appointment and the draft behind them, for tests of the payment pages. */
import { PRICE } from "#business/price.fixtures.ts";
import { recordDraft, startDraft } from "#draft/use-draft.ts";
import type { Order } from "#features/order-summary/order-loader.tsx";
import { removeSession } from "#lib/storage.ts";
import type { Appointment } from "./use-paid-visit.ts";

const ORDER_ID = "1f0c2b1e-3f2b-4d8a-9a51-5a1b2c3d4e5f";
const HOME = "9 Grogans Mill Rd, The Woodlands, TX 77380";

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

export const aFee = (change: Partial<Order["scheduling_fee"]> = {}): Order["scheduling_fee"] => ({
  amount_cents: 100_00,
  status: "due",
  refundable: false,
  paid_at: null,
  payment_method: null,
  transaction_id: null,
  ...change,
});

export const anOrder = (change: Partial<Order> = {}): Order => ({
  id: ORDER_ID,
  status: "reserved",
  total_cents: 12_694_77,
  lines: PRICE,
  missing_modules: "",
  scheduling_fee: aFee(),
  customer: { name: "Ada Lovelace", email: "ada@example.org", phone: "(713) 555-0100" },
  order_location: { formatted_address: HOME },
  package: { name: "Standard Installation", max_distance_feet: 25 },
  generator: { brand: "Generac", model: "Guardian 22 kW", kw: 22 },
  appointment: {
    id: "7c1d8d2e-0000-4000-8000-000000000001",
    status: "held",
    start_at: "2026-03-05T14:30:00Z",
    end_at: "2026-03-05T18:30:00Z",
    day: "2026-03-05",
    ends_on: "2026-03-05",
    time_window: "morning",
  },
  hold_expires_at: inMinutes(35),
  test_mode: false,
  agreements: { accepted_at: null },
  ...change,
});

export const anAppointment = (change: Partial<Appointment> = {}): Appointment => ({
  id: "7c1d8d2e-0000-4000-8000-000000000001",
  status: "confirmed",
  start_at: "2026-03-05T14:30:00Z",
  end_at: "2026-03-05T18:30:00Z",
  assigned_to: null,
  ends_on: "2026-03-05",
  time_window: "morning",
  order_id: ORDER_ID,
  code: "SB-7K3F9",
  order: {
    id: ORDER_ID,
    customer: { name: "Ada Lovelace", email: "ada@example.org", phone: "7135550100" },
    order_location: { formatted_address: HOME },
  },
  technician: null,
  ...change,
});

/** A visitor who has reserved; `seenCents` is the total they saw then. */
export function reservedDraft({ seenCents = 12_694_77 } = {}): void {
  noDraft();
  recordDraft({
    type: "addressCovered",
    address: HOME,
    city: "The Woodlands",
    zipCode: "77380",
    township: "woodlands",
  });
  recordDraft({
    type: "contactTyped",
    contact: { name: "Ada Lovelace", email: "ada@example.org" },
  });
  recordDraft({ type: "dayChosen", day: "2026-03-05" });
  recordDraft({
    type: "windowChosen",
    window: { id: "morning", label: "8:30 AM to 12:30 PM", start_time: "08:30", end_time: "12:30" },
  });
  recordDraft({ type: "stepCompleted", step: "date", price: { ...PRICE, total_cents: seenCents } });
  recordDraft({ type: "orderPlaced", orderId: ORDER_ID });
}

/** A visitor without a draft or an order. */
export function noDraft(): void {
  removeSession("installationComplete");
  startDraft();
}
