/** A month of metrics as the API returns them. */
import type { MetricRow, MetricRows, Overview } from "./use-overview.ts";

const NOTHING_BEFORE = null;

export const anOverview = (change: Partial<Overview> = {}): Overview => ({
  first: "2026-02-01",
  last: "2026-03-02",
  today: "2026-03-02",
  staff_orders: 2,
  funnel: [
    { key: "checked", count: 40, of_before_percent: NOTHING_BEFORE },
    { key: "covered", count: 30, of_before_percent: 75 },
    { key: "band", count: 20, of_before_percent: 66.7 },
    { key: "generator", count: 18, of_before_percent: 90 },
    { key: "date", count: 12, of_before_percent: 66.7 },
    { key: "reserved", count: 9, of_before_percent: 75 },
    { key: "fee_paid", count: 8, of_before_percent: 88.9 },
    { key: "price_locked", count: 6, of_before_percent: 75 },
    { key: "accepted", count: 5, of_before_percent: 83.3 },
    { key: "completed", count: 2, of_before_percent: 40 },
    { key: "paid", count: 1, of_before_percent: 50 },
  ],
  business: {
    booked_count: 8,
    booked_cents: 98_000_00,
    before_count: 5,
    before_cents: 61_000_00,
    backlog_count: 6,
    backlog_cents: 74_000_00,
    by_city: [{ name: "The Woodlands", count: 5, cents: 60_000_00 }],
    by_technician: [{ name: "Sam Ortiz", count: 4, done: 2 }],
  },
  revenue: {
    received_cents: 1_550_25,
    refunded_cents: 100_05,
    outstanding_cents: 1_592_80,
    orders_owing: 3,
    months: [
      { first: "2026-02-01", last: "2026-02-28", received_cents: 1_000_00, refunded_cents: 0 },
      { first: "2026-03-01", last: "2026-03-02", received_cents: 550_25, refunded_cents: 100_05 },
    ],
  },
  abandoned: 7,
  failed_messages: 2,
  outbox_held_since: null,
  demand: [
    { zip_code: "77001", searches: 4, requests: 2, lat: 29.7, lon: -95.3 },
    { zip_code: "78701", searches: 1, requests: 0, lat: null, lon: null },
    { zip_code: "", searches: 3, requests: 0, lat: null, lon: null },
  ],
  lead_times: {
    visits: { count: 8, median_days: 17.5, p90_days: 21 },
    completions: { count: 0, median_days: null, p90_days: null },
  },
  coming_today: { morning: 1, afternoon: 1, held: 1 },
  coming_next_days: { morning: 3, afternoon: 0, held: 0 },
  ...change,
});

export const aRow = (change: Partial<MetricRow> = {}): MetricRow => ({
  key: "entry 1",
  what: "scheduling_fee",
  order_id: "22222222-0000-4000-8000-000000000001",
  message_id: null,
  customer_name: "Ada Lovelace",
  zip_code: "77380",
  contact: "",
  address: "",
  note: "",
  at: "2026-03-02T15:00:00Z",
  day: null,
  amount_cents: 10_000,
  days: null,
  ...change,
});

export const someRows = (rows: MetricRow[], change: Partial<MetricRows> = {}): MetricRows => ({
  first: "2026-02-01",
  last: "2026-03-02",
  count: rows.length,
  page: 1,
  pages: 1,
  sum_cents: null,
  rows,
  ...change,
});
