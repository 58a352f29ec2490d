import { expect, test } from "vitest";
import { emptyDraft } from "./draft.ts";
import { type DraftEvent, nextDraft } from "./next-draft.ts";
import { toWizardSession } from "./wizard-session.ts";

const NOW = "2025-11-20T15:00:00.000Z";
const ID = "0b8e9b46-6a0a-4d3c-9a57-2f0f5a1c7d11";

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
  let draft = emptyDraft(NOW, ID);
  for (const event of [
    { type: "bandChosen", band: "close", maxDistanceFt: 25, priceCents: 499000 },
    { type: "ownGeneratorChosen", product: null },
    { type: "dayChosen", day: "2025-12-08" },
    { type: "contactTyped", contact: { name: "Ada", phone: "(713) 555-0101", email: "a@b.c" } },
    {
      type: "stepCompleted",
      step: 3,
      price: {
        installation_cents: 499000,
        generator_cents: 0,
        permit_cents: 15000,
        sales_tax_cents: 0,
        discount_cents: 0,
        total_cents: 514000,
      },
    },
  ] as const)
    draft = nextDraft(draft, event, NOW);

  expect(toWizardSession(draft)).toMatchObject({
    completed_steps: [1, 2, 3],
    installation_cost_cents: 499000,
    max_distance_ft: 25,
    generator_choice: "provide_own",
    selected_generator_id: null,
    selected_installation_date: "2025-12-08",
    full_name: "Ada",
    mobile_number: "(713) 555-0101",
    tax_cents: 0,
    total_cents: 514000,
  });
});

const TICKED: DraftEvent = { type: "reminderChosen", isWanted: true };
const UNTICKED: DraftEvent = { type: "reminderChosen", isWanted: false };
const EMAIL: DraftEvent = { type: "contactTyped", contact: { email: "ada@example.org" } };
const RESERVED: DraftEvent = { type: "orderPlaced", orderId: "o1" };

test.each([
  ["ticked, with an e-mail", [EMAIL, TICKED], true],
  ["ticked, without an e-mail", [TICKED], false],
  ["never ticked", [EMAIL], false],
  ["ticked and unticked again", [EMAIL, TICKED, UNTICKED], false],
  ["ticked, and reserved since", [EMAIL, TICKED, RESERVED], false],
])("the consent to be reminded, %s: %s", (_, events, isTold) => {
  const draft = events.reduce(
    (before, event) => nextDraft(before, event, NOW),
    emptyDraft(NOW, ID),
  );

  expect(toWizardSession(draft).recovery_consent).toBe(isTold);
});
