import { expect, test } from "vitest";
import { PRICE } from "#business/price.fixtures.ts";
import { BOUGHT, CLOSE, CONTACT, COVERED, OWN, SLOT } from "./draft.fixtures.ts";
import { type Draft, emptyDraft } from "./draft.ts";
import { type DraftEvent, nextDraft } from "./next-draft.ts";
import { formSteps, stepNumber } from "./steps.ts";
import { toWizardSession } from "./wizard-session.ts";

const NOW = "2025-11-20T15:00:00.000Z";
const ID = "0b8e9b46-6a0a-4d3c-9a57-2f0f5a1c7d11";
const after = (...events: DraftEvent[]) =>
  events.reduce((before, event) => nextDraft(before, event, NOW), emptyDraft(NOW, ID));

test("an empty draft says nothing it does not know", () => {
  expect(toWizardSession(emptyDraft(NOW, ID))).toEqual({
    current_step: 1,
    completed_steps: [],
    installation_cost_cents: null,
    max_distance_ft: null,
    generator_choice: null,
    selected_generator_id: null,
    generator_price_cents: null,
    subtotal_cents: null,
    selected_installation_date: null,
    selected_time_window: null,
    full_name: null,
    mobile_number: null,
    email: null,
    tax_cents: null,
    total_cents: null,
    status: "in_progress",
    recovery_consent: false,
  });
});

test("a draft with own generator and a day is told in the table's words", () => {
  const price = { ...PRICE, generator_cents: 0, sales_tax_cents: 0, total_cents: 5_140_00 };
  const draft = after(CLOSE, OWN, ...SLOT, CONTACT, { type: "stepCompleted", step: "date", price });

  expect(toWizardSession(draft)).toMatchObject({
    completed_steps: formSteps.map(({ name }) => stepNumber(name)),
    installation_cost_cents: 499000,
    max_distance_ft: 25,
    generator_choice: "provide_own",
    selected_generator_id: null,
    selected_installation_date: "2025-12-08",
    full_name: "Ada Lovelace",
    mobile_number: "(713) 555-0101",
    tax_cents: 0,
    total_cents: 514000,
  });
});

const TICKED: DraftEvent = { type: "reminderChosen", isWanted: true };
const UNTICKED: DraftEvent = { type: "reminderChosen", isWanted: false };
const RESERVED: DraftEvent = { type: "orderPlaced", orderId: "o1" };

test.each([
  ["ticked, with an email", [CONTACT, TICKED], true],
  ["ticked, without an email", [TICKED], false],
  ["never ticked", [CONTACT], false],
  ["ticked and unticked again", [CONTACT, TICKED, UNTICKED], false],
  ["ticked, and reserved since", [CONTACT, TICKED, RESERVED], false],
])("the consent to be reminded, %s: %s", (_, events, isTold) => {
  expect(toWizardSession(after(...events)).recovery_consent).toBe(isTold);
});

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
