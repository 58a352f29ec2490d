import { expect, test } from "vitest";
import { PRICE } from "#business/price.fixtures.ts";
import { ADDRESS, BOUGHT, CLOSE, COVERED, OWN, PRODUCT, SLOT } from "./draft.fixtures.ts";
import { type Draft, emptyDraft, hasGenerator, isCovered } from "./draft.ts";
import { type DraftEvent, nextDraft } from "./next-draft.ts";
import { formSteps, stepNumber } from "./steps.ts";

const BORN = "2025-11-20T15:00:00.000Z";
const NOW = "2025-11-20T15:05:00.000Z";
const LATER = "2025-11-20T16:00:00.000Z";
const ID = "0b8e9b46-6a0a-4d3c-9a57-2f0f5a1c7d11";

const draftAfter = (...events: DraftEvent[]): Draft =>
  events.reduce((draft, event) => nextDraft(draft, event, NOW), emptyDraft(BORN, ID));

test("WIZ-02.2 a draft is born in progress, at step 1, with the specification's defaults", () => {
  const draft = emptyDraft(BORN, ID);

  expect(draft).toMatchObject({
    wizard: { id: ID, version: "1.0", status: "in_progress", current_step: 1 },
    metadata: { source: "web_wizard" },
    generator: { choice: "buy_here" },
    scheduling: { estimated_duration_hours: 8, preparation_days: 15 },
    payment: { scheduling_fee: { amount_cents: 10000, status: "pending" } },
    pricing: { fees: { sales_tax_rate: 0.0825 } },
  });
  expect(draft.customer.preferences).toEqual({ sms_updates: true, email_updates: true });
});

test("a covered address is kept with ZIP, city and time; again unchanged it loses nothing", () => {
  const before = draftAfter(COVERED, CLOSE);
  const { formatted } = before.location.address;

  expect(before.location).toMatchObject({
    address: { formatted: ADDRESS },
    city: "The Woodlands",
    coverage: { zip_code: "77380", verified_at: NOW },
  });
  expect(nextDraft(before, { type: "addressTyped", address: formatted }, LATER)).toBe(before);
});

test("ADDR-03.3 an address changed or cleared loses its coverage, its band and its prices", () => {
  const priced = [
    COVERED,
    CLOSE,
    { type: "stepCompleted", step: "address", price: PRICE },
  ] as const;
  const cleared = draftAfter(COVERED, { type: "addressCleared" });
  const draft = draftAfter(...priced, { type: "addressTyped", address: "9 Grogans Mill Rd, The" });

  expect([isCovered(draft), isCovered(cleared)]).toEqual([false, false]);
  expect(draft.location.distance).toBeNull();
  expect(draft.pricing.totals.total_cents).toBe(0);
  expect(cleared.location.address.formatted).toBe("");
});

test("what was ticked for one home does not go with another", () => {
  const stay_on = { verdict: "at-once" } as NonNullable<Draft["answers"]["stay_on"]>;
  const answered = draftAfter(COVERED, { type: "answered", answers: { stay_on } });
  const again = nextDraft(answered, COVERED, LATER);
  expect(again.answers.stay_on).toEqual(stay_on);

  for (const event of [
    { type: "addressTyped", address: "9 Grogans Mill Rd, The" },
    { type: "addressCleared" },
    { ...COVERED, address: "12 Lake Robbins Dr, The Woodlands, TX 77380" },
  ] as DraftEvent[])
    expect(nextDraft(answered, event, LATER).answers.stay_on).toBeNull();
});

test("a band chosen before any address stays with the first one", () => {
  const draft = draftAfter(CLOSE, { type: "addressTyped", address: "9 Gro" }, COVERED);

  expect(draft.location.distance?.band).toBe("close");
});

const OWN_SIZE = { ...PRODUCT, model_number: "", price_cents: 0 };
const SIZED: DraftEvent = { type: "ownGeneratorChosen", product: OWN_SIZE };

test.each<[string, DraftEvent[], object, boolean]>([
  ["bought here", [BOUGHT], { choice: "buy_here", selected_at: NOW, product: PRODUCT }, true],
  ["of one's own", [BOUGHT, OWN], { choice: "provide_own", product: null }, true],
  ["of one's own size", [SIZED], { choice: "provide_own", product: OWN_SIZE }, true],
  ["bought after all", [OWN, { type: "buyingHereChosen" }], { choice: "buy_here" }, false],
])("a generator %s is kept", (_, events, generatorId, isChosen) => {
  const draft = draftAfter(...events);

  expect(draft.generator).toMatchObject(generatorId);
  expect(hasGenerator(draft)).toBe(isChosen);
});

test("one's own generator is not sold here", () => {
  const draft = draftAfter(SIZED, { type: "stepCompleted", step: "generator", price: PRICE });

  expect(draft.pricing.generator.included).toBe(false);
});

test("answers of further steps are kept beside each other", () => {
  const draft = draftAfter(
    { type: "answered", answers: { service_panel: "200_amps" } as object as Draft["answers"] },
    { type: "answered", answers: { gate: "none" } as object as Draft["answers"] },
  );

  expect(draft.answers).toEqual({ service_panel: "200_amps", gate: "none" });
});

test("what was told of one generator is not kept for another", () => {
  const told = { verdict: "in-turn" } as NonNullable<Draft["answers"]["stay_on"]>;
  const before = draftAfter(BOUGHT, { type: "answered", answers: { stay_on: told } });

  expect(before.answers.stay_on).toEqual(told);
  expect(nextDraft(before, OWN, LATER).answers.stay_on).toBeNull();
  expect(nextDraft(before, { type: "dayLost" }, LATER).answers.stay_on).toEqual(told);
});

test("a day that filled up is forgotten, the window and the contact stay", () => {
  const draft = draftAfter(
    ...SLOT,
    { type: "contactTyped", contact: { name: "Ada Lovelace" } },
    { type: "contactTyped", contact: { email: "ada@example.org" } },
    { type: "dayLost" },
  );

  expect(draft.scheduling.selected_date).toBeNull();
  expect(draft.scheduling.selected_time_window?.id).toBe("morning");
  expect(draft.customer.contact).toEqual({
    name: "Ada Lovelace",
    phone: "",
    email: "ada@example.org",
  });
});

test("progress is updated on entry to a step", () => {
  expect(draftAfter({ type: "stepEntered", step: "generator" }).wizard.current_step).toBe(2);
});

test.each([
  ["address" as const, [1]],
  ["generator" as const, [1, 2]],
  ["date" as const, formSteps.map(({ name }) => stepNumber(name))],
])("step %s completed gives %j", (step, completed) => {
  const draft = draftAfter({ type: "stepCompleted", step, price: null });

  expect(draft.wizard.completed_steps).toEqual(completed);
});

test("a completed step keeps the lines of the price book, cent for cent", () => {
  const draft = draftAfter(COVERED, CLOSE, BOUGHT, {
    type: "stepCompleted",
    step: "generator",
    price: PRICE,
  });

  expect(draft.pricing).toEqual({
    installation: { base_price_cents: 499000, distance_band: "close" },
    generator: { price_cents: 697900, included: true },
    fees: { sales_tax_rate: 0.0825, sales_tax_cents: 57577, permit_fee_cents: 15000 },
    discounts: { coupon_code: null, discount_amount_cents: 0, discount_percentage: 0 },
    totals: {
      subtotal_cents: 1211900,
      tax_cents: 57577,
      total_cents: 1269477,
      scheduling_fee_cents: 10000,
    },
  });
});

test("an order completes the draft with its id", () => {
  const { wizard } = draftAfter({ type: "orderPlaced", orderId: "o1" });

  expect(wizard).toMatchObject({ status: "completed", order_id: "o1" });
  expect(wizard.updated_at).toBe(NOW);
});

test("an id that the server gives to nobody here is replaced, all else kept", () => {
  const id = "7e2f5e7a-1111-4222-8333-444455556666";

  const draft = draftAfter(COVERED, CLOSE, { type: "idRefused", id });

  expect(draft.wizard.id).toBe(id);
  expect(draft.location.distance?.band).toBe("close");
});

test("FIN-01.4 agreements are kept with their time", () => {
  const { agreements } = draftAfter({
    type: "agreementsGiven",
    agreements: {
      terms_accepted: true,
      privacy_policy_accepted: true,
      scheduling_fee_acknowledged: true,
    },
  });

  expect(agreements.accepted_at).toBe(NOW);
});

test("a code that counts is kept and taken out again; the draft before is never changed", () => {
  const before = Object.freeze(emptyDraft(NOW, "s"));
  const draft = nextDraft(before, { type: "couponCounted", code: "SPRING" }, NOW);

  expect(before).toEqual(emptyDraft(NOW, "s"));
  expect(draft.pricing.discounts.coupon_code).toBe("SPRING");
  expect(nextDraft(draft, { type: "couponCounted", code: "SPRING" }, NOW)).toBe(draft);
  const without = nextDraft(draft, { type: "couponCounted", code: null }, NOW);
  expect(without.pricing.discounts.coupon_code).toBeNull();
});
