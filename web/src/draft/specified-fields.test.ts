import { expect, test } from "vitest";
import { BOUGHT, CLOSE, COVERED, SLOT } from "./draft.fixtures.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import { nextDraft } from "./next-draft.ts";

const DONE = [COVERED, CLOSE, BOUGHT, ...SLOT];

// Field names of the specification by group; a group may have more.
const FIELDS = {
  wizard: "id version created_at updated_at status current_step completed_steps",
  "location.address": "formatted",
  location: "city",
  "location.coverage": "is_covered zip_code verified_at",
  "location.distance": "band max_distance_ft selection_source price_cents",
  generator: "choice selected_at",
  "generator.product":
    "model_number sku brand model_name kw price_cents fuel_types features msrp_source_url",
  "generator.product.features": "wifi_enabled whole_house_switch",
  scheduling: "estimated_duration_hours preparation_days selected_date",
  "scheduling.selected_time_window": "id label start_time end_time",
  "customer.contact": "name phone email",
  "customer.preferences": "sms_updates email_updates",
  "pricing.installation": "base_price_cents distance_band",
  "pricing.generator": "price_cents included",
  "pricing.fees": "sales_tax_rate sales_tax_cents permit_fee_cents",
  "pricing.discounts": "coupon_code discount_amount_cents discount_percentage",
  "pricing.totals": "subtotal_cents tax_cents total_cents scheduling_fee_cents",
  agreements: "terms_accepted privacy_policy_accepted scheduling_fee_acknowledged accepted_at",
  "payment.scheduling_fee": "amount_cents status payment_method transaction_id processed_at",
  metadata: "user_agent referrer_url source",
};

test.each(Object.entries(FIELDS))("API-03.4 wizard data has its %s: %s", (path, names) => {
  const now = "2025-11-20T15:00:00.000Z";
  const draft = DONE.reduce((one, event) => nextDraft(one, event, now), emptyDraft(now, "id"));
  const group = path
    .split(".")
    .reduce<unknown>((at, key) => (at as Draft)[key as keyof Draft], draft);

  expect(Object.keys(group as object)).toEqual(expect.arrayContaining(names.split(" ")));
});
