import { expect, test } from "vitest";
import { emptyDraft } from "./draft.ts";
import { kwForModel, migrated } from "./migrate.ts";
import { nextDraft } from "./next-draft.ts";

const NOW = "2025-11-20T15:00:00.000Z";
const ID = "0b8e9b46-6a0a-4d3c-9a57-2f0f5a1c7d11";
const OLD_ID = "7e2f5e7a-1111-4222-8333-444455556666";

test("a draft of version 1.0 comes back as it was saved", () => {
  const saved = nextDraft(
    emptyDraft("2025-11-19T10:00:00.000Z", OLD_ID),
    { type: "bandChosen", band: "far", maxDistanceFt: 150, priceCents: 799000 },
    "2025-11-19T10:01:00.000Z",
  );

  expect(migrated(JSON.parse(JSON.stringify(saved)), NOW, ID)).toEqual(saved);
});

test.each([
  [true, { recovery_consent: true }],
  [false, { recovery_consent: false }],
  [undefined, {}],
  [null, {}],
  ["true", {}],
  [1, {}],
])("a consent to be reminded is kept as it was given, %j", (consent, stored) => {
  const saved = { location: {}, customer: { preferences: { recovery_consent: consent } } };
  const { customer } = emptyDraft(NOW, ID);

  const preferences = { ...customer.preferences, ...stored };
  expect(migrated(saved, NOW, ID).customer).toStrictEqual({ ...customer, preferences });
});

test.each([[null], [undefined], ["{not json"], [42], [[1, 2]], [true]])(
  "garbage (%j) gives a fresh draft",
  (garbage) => {
    expect(migrated(garbage, NOW, ID)).toEqual(emptyDraft(NOW, ID));
  },
);

test("WIZ-02.4 another version is upgraded to 1.0 and keeps what it holds", () => {
  const saved = {
    wizard: { id: OLD_ID, version: "0.9", status: "in_progress", current_step: 3 },
    answers: { service_panel: "200_amps" },
    location: {
      address: { formatted: "1 Main St, Katy, TX 77494" },
      city: "Katy",
      coverage: { is_covered: true, zip_code: "77494" },
    },
  };

  const draft = migrated(saved, NOW, ID);

  expect(draft.wizard).toMatchObject({ id: OLD_ID, version: "1.0", current_step: 3 });
  expect(draft.answers).toEqual({ service_panel: "200_amps" });
  expect(draft.location.coverage).toMatchObject({ is_covered: true, zip_code: "77494" });
  expect(draft.customer.contact).toEqual({ name: "", phone: "", email: "" });
});

test("parts of the wrong kind are left behind", () => {
  const saved = {
    wizard: { id: "7", status: "paid", current_step: 9, completed_steps: [1, 1, 7, "2"] },
    location: { address: "somewhere", coverage: null, distance: { band: "nearby" } },
    generator: { choice: "rent", product: "22 kW" },
    scheduling: { selected_date: 5, selected_time_window: "morning" },
    pricing: { totals: { total_cents: "12694" } },
  };

  const draft = migrated(saved, NOW, ID);

  expect(draft).toEqual({
    ...emptyDraft(NOW, ID),
    wizard: { ...emptyDraft(NOW, ID).wizard, completed_steps: [1] },
  });
});

test("WIZ-02.3 the flat list of answers of old becomes today's shape", () => {
  const draft = migrated(
    {
      sessionId: OLD_ID,
      address: "1 Main St, Katy, TX 77494",
      city: "Katy",
      zipCode: "77494",
      isCovered: true,
      distanceBand: "medium",
      installationPrice: 5990,
      generatorChoice: "buy_here",
      generatorModel: "7043",
      generatorPrice: 6979,
      updatedAt: "2025-10-01T00:00:00.000Z",
      selectedDate: "2025-12-08",
      timeWindow: { id: "morning", label: "Morning", start_time: "08:30", end_time: "12:30" },
      fullName: "Ada Lovelace",
      phone: "(713) 555-0101",
      email: "ada@example.org",
    },
    NOW,
    ID,
  );

  expect(draft.wizard.id).toBe(OLD_ID);
  expect(draft.location).toMatchObject({
    address: { formatted: "1 Main St, Katy, TX 77494" },
    city: "Katy",
    coverage: { is_covered: true, zip_code: "77494" },
    distance: { band: "medium", max_distance_ft: 50, price_cents: 599000 },
  });
  expect(draft.generator.product).toMatchObject({
    model_number: "7043",
    kw: 22,
    price_cents: 697900,
  });
  expect(draft.scheduling.selected_time_window?.id).toBe("morning");
  expect(draft.customer.contact.name).toBe("Ada Lovelace");
});

test.each([
  [1024.09, 102409], // floating point: times 100 is slightly less
  [4990, 499000],
  [undefined, 0],
])("%j dollars of old are %i cents, rounded", (dollars, cents) => {
  const saved = { address: "x", distanceBand: "close", installationPrice: dollars };

  expect(migrated(saved, NOW, ID).location.distance?.price_cents).toBe(cents);
});

test("a flat list with a maximum distance only finds its band; one's own has no product", () => {
  const flat = migrated({ address: "x", maxDistance: 150 }, NOW, ID);
  const generator = { choice: "provide_own", selected_at: NOW, product: {} };
  const draft = migrated({ location: {}, generator }, NOW, ID);

  expect(flat.location.distance).toMatchObject({ band: "far", max_distance_ft: 150 });
  expect(draft.generator).toEqual({ ...generator, product: null });
});

test.each([
  ["7228", 18],
  ["7043", 22],
  ["7291", 26],
  ["9999", 18],
])("model %s is a generator of %i kW", (model, kw) => {
  expect(kwForModel(model)).toBe(kw);
});
