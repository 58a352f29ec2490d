/** The wizard under test: a catalog, a mock server, a saved draft. */

import { HttpResponse, http, type JsonBodyType } from "msw";
import { Route, Switch } from "wouter";
import { priceRow } from "#business/price.fixtures.ts";
import { emptyDraft } from "#draft/draft.ts";
import { type DraftEvent, nextDraft } from "#draft/next-draft.ts";
import { pathOfStep } from "#draft/steps.ts";
import { addDays } from "#features/appointment/week.ts";
import { writeSession } from "#lib/storage.ts";
import { aGenerator, refused } from "#test-support.ts";
import { renderInApp } from "../app.setup.tsx";
import DateArea from "./date/date-step.tsx";
import Wizard from "./wizard.tsx";

const NOW = "2025-11-20T15:00:00.000Z";
export const SESSION_ID = "0b8e9b46-6a0a-4d3c-9a57-2f0f5a1c7d11";

const pack = (id: number, name: string, max_distance_feet: number, price: number) => ({
  id,
  name,
  description: `${name} to the panel`,
  max_distance_feet,
  price,
});
export const PACKAGES = [
  pack(1, "Close", 25, 4990),
  pack(2, "Medium", 50, 5990),
  pack(3, "Far", 150, 8490),
];

const generator = (id: number, model_number: string | null, kw: number, price: number) =>
  aGenerator(id, kw, { brand: model_number ? "Generac" : "Provide your own", model_number, price });
export const GENERATORS = [
  generator(1, "7228", 18, 5899),
  generator(2, "7043", 22, 6979),
  generator(9, null, 0, 0),
];

const BANDS = ["close", "medium", "far"] as const;
const row = (index: number, sold: (typeof GENERATORS)[number] | null, township: string) => {
  const installation_cents = (PACKAGES[index]?.price ?? 0) * 100;
  const generator_cents = (sold?.price ?? 0) * 100;
  const sales_tax_cents = Math.round(generator_cents * 0.0825);
  return priceRow({
    band: BANDS[index],
    generator_id: sold?.id ?? null,
    township,
    installation_cents,
    generator_cents,
    permit_cents: 15000,
    sales_tax_cents,
    discount_cents: 0,
    total_cents: installation_cents + generator_cents + sales_tax_cents + 15000,
    permit_at_cost: false,
  });
};
const SOLD = GENERATORS.filter(({ model_number }) => model_number !== null);
export const PRICE_BOOK = {
  version: "1",
  tax_rate: "0.0825",
  scheduling_fee_cents: 10000,
  bands: PACKAGES.map((each, index) => ({
    band: BANDS[index],
    max_distance_ft: each.max_distance_feet,
    package_id: each.id,
    package_name: each.name,
  })),
  generators: SOLD.map(({ id, model_number, kw }) => ({ id, model_number, kw, label: `${kw} kW` })),
  townships: [],
  prices: [0, 1, 2].flatMap((index) =>
    [null, ...SOLD].flatMap((sold) => [row(index, sold, "woodlands"), row(index, sold, "default")]),
  ),
};

const MORNING = { label: "8:30 AM – 12:30 PM", start_time: "08:30", end_time: "12:30" };
const AFTERNOON = { label: "1:00 PM – 5:00 PM", start_time: "13:00", end_time: "17:00" };
const windowsOn = (date: string) => [
  { id: "morning", ...MORNING, ends_on: date },
  { id: "afternoon", ...AFTERNOON, ends_on: addDays(date, 1) },
];
const day = (date: string, reason: string | null, crews_left = reason ? 0 : 2) => ({
  date,
  open: reason === null,
  reason,
  windows: reason ? [] : windowsOn(date),
  closed_windows: [],
  crews_left,
});
/** Dec 5 to 18, 2025: two weekends, one full day, one day with a single crew left. */
export const AVAILABILITY = {
  today: "2025-11-20",
  min_date: "2025-12-05",
  max_date: "2025-12-18",
  days: [
    day("2025-12-04", "too_soon"),
    day("2025-12-05", null),
    day("2025-12-06", "weekday"),
    day("2025-12-07", "weekday"),
    day("2025-12-08", null),
    day("2025-12-09", "full"),
    day("2025-12-10", null, 1),
    day("2025-12-11", null),
    day("2025-12-12", "blackout"),
    day("2025-12-13", "weekday"),
    day("2025-12-14", "weekday"),
    day("2025-12-15", null),
    day("2025-12-16", null),
    day("2025-12-17", null),
    day("2025-12-18", null),
  ],
};

export const RESERVED = {
  orderId: "11111111-2222-4333-8444-555555555555",
  appointmentId: "21111111-2222-4333-8444-555555555555",
  holdExpiresAt: "2025-11-20T15:35:00Z",
  totalCents: 1269477,
  schedulingFeeCents: 10000,
  status: "held",
  nextPath: "/finalize-installation",
  lines: {},
};

const answers = (path: string, body: JsonBodyType) =>
  http.get(`*/api/${path}`, () => HttpResponse.json(body));

/** Requests the page sent, by the last part of their path. */
export const sent: { to: string; body: unknown; key: string | null }[] = [];
const remember = async (request: Request) => {
  const to = new URL(request.url).pathname.replace(/^\/api\//, "").split("/")[0] ?? "";
  sent.push({
    to,
    body: await request.clone().json(),
    key: request.headers.get("Idempotency-Key"),
  });
};
export const bodiesTo = (to: string) =>
  sent.filter((each) => each.to === to).map(({ body }) => body);

export const handlers = [
  answers("installation-packages", PACKAGES),
  answers("installation-packages/:id/included-services", []),
  answers("installation-packages/:id/bonus-items", []),
  answers("generators", GENERATORS),
  answers("price-book", PRICE_BOOK),
  answers("availability", AVAILABILITY),
  http.get("*/api/coverage-check", ({ request }) => {
    const address = new URL(request.url).searchParams.get("address") ?? "";
    const is_covered = address.includes("77380");
    return HttpResponse.json({
      is_covered,
      zip_code: is_covered ? "77380" : "75201",
      city: is_covered ? "The Woodlands" : null,
      township: is_covered ? "woodlands" : "default",
      formatted_address: address,
      reason: is_covered ? null : "not_covered",
      nearest: null,
    });
  }),
  http.get("*/api/orders/:id", () => refused(404, "order_not_found")),
  http.post("*/api/:call", async ({ request, params }) => {
    await remember(request);
    if (params.call === "create-installation-order")
      return HttpResponse.json(RESERVED, { status: 201 });
    if (params.call === "google-places") return HttpResponse.json({ predictions: [] });
    return HttpResponse.json({}, { status: 202 });
  }),
  http.put("*/api/wizard-sessions/:id", async ({ request }) => {
    await remember(request);
    return HttpResponse.json({});
  }),
];

/** Save a draft that has these events behind it. */
export function saved(...events: DraftEvent[]): void {
  const draft = events.reduce(
    (before, event) => nextDraft(before, event, NOW),
    emptyDraft(NOW, SESSION_ID),
  );
  writeSession("unified", draft);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
}

export function showStep(path: string): void {
  sent.length = 0;
  window.history.replaceState(null, "", path);
  renderInApp(
    <Switch>
      <Route path={pathOfStep("date")} component={DateArea} />
      <Route component={Wizard} />
    </Switch>,
  );
}
