/** A photo review as the staff API returns it. */
import type { Preview, Review, ReviewPhoto, WaitingReview } from "./use-review.ts";

export const REVIEW_ID = "11111111-0000-4000-8000-000000000001";
export const NEXT_ID = "11111111-0000-4000-8000-000000000002";

export const LINES = {
  installation_cents: 499_000,
  generator_cents: 697_900,
  permit_cents: 15_000,
  sales_tax_cents: 57_577,
  discount_cents: 0,
  extras_cents: 0,
  line_items: [],
  total_cents: 1_269_477,
};

const SHOTS = [
  ["panel_open", "Electrical panel, door open"],
  ["panel_wide", "Wall around the panel and the electric meter"],
  ["gas_meter", "Gas meter or propane tank"],
  ["generator_spot", "Spot for the generator"],
  ["wall_run", "Path from the panel to the spot"],
] as const;

export const aPhoto = (slot: string, change: Partial<ReviewPhoto> = {}): ReviewPhoto => ({
  id: `photo-${slot}`,
  slot,
  kind: "photo",
  status: "ready",
  size_bytes: 500_000,
  received_bytes: 500_000,
  refused_code: "",
  thumbnail_url: `/api/staff/photos/${slot}/thumbnail`,
  shown_url: `/api/staff/photos/${slot}/shown`,
  is_added_by_staff: false,
  ...change,
});

export const aReview = (change: Partial<Review> = {}): Review => ({
  id: REVIEW_ID,
  order_id: "22222222-0000-4000-8000-000000000001",
  order_version: 41,
  order_status: "scheduled",
  status: "submitted",
  customer_name: "Ada Lovelace",
  address: "24 Waterway Ave, The Woodlands, TX 77380",
  band: "close",
  quoted_run_ft: null,
  band_from_ft: 0,
  band_max_ft: 25,
  generator: "Generac 7043, 22 kW",
  least_photos: 5,
  submitted_at: "2026-03-02T15:00:00Z",
  deadline: "2026-03-04T15:00:00Z",
  is_overdue: false,
  notes: "Dog in the yard",
  is_decision_maker: true,
  can_place_stake: false,
  consent_wording: "I agree",
  consented_at: "2026-03-02T15:00:00Z",
  retake_reason: "",
  confirmed_run_ft: null,
  decided_at: null,
  decided_by: "",
  can_be_decided: true,
  answers: {},
  modules_to_quote: 0,
  chosen: {
    band: "close",
    band_from_ft: 0,
    band_max_ft: 25,
    quoted_run_ft: null,
    total_cents: LINES.total_cents,
  },
  price: { version: 1, locked_at: null, lines: LINES },
  change: null,
  shots: [
    ...SHOTS.map(([slot, title]) => ({
      slot,
      title,
      hint: `${title}, please.`,
      is_required: true,
    })),
    { slot: "extra-1", title: "Another picture 1", hint: "Anything else.", is_required: false },
    { slot: "video", title: "Video, 30 to 60 seconds", hint: "Walk.", is_required: false },
  ],
  photos: [aPhoto("panel_open"), aPhoto("gas_meter"), aPhoto("extra-1")],
  ...change,
});

export const waiting = (change: Partial<WaitingReview> = {}): WaitingReview => ({
  id: REVIEW_ID,
  order_id: "22222222-0000-4000-8000-000000000001",
  status: "submitted",
  customer_name: "Ada Lovelace",
  address: "24 Waterway Ave, The Woodlands, TX 77380",
  band: "close",
  quoted_run_ft: null,
  band_from_ft: 0,
  band_max_ft: 25,
  city: "The Woodlands",
  submitted_at: "2026-03-02T15:00:00Z",
  deadline: "2026-03-04T15:00:00Z",
  is_overdue: false,
  waiting_hours: 30.4,
  photo_count: 5,
  retake_reason: "",
  ...change,
});

export const previewed = (change: Partial<Preview> = {}): Preview => ({
  outcome: "kept",
  band: "close",
  quoted_run_ft: null,
  band_from_ft: 0,
  band_max_ft: 25,
  was_cents: 1_269_477,
  change_cents: 0,
  percent: 0,
  is_refundable: false,
  lines: LINES,
  ...change,
});
