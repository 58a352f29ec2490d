import { expect, test } from "vitest";
import { nec2023 } from "#content/sizing/nec.ts";
import { type Heating, type HomeLoads, serviceLoad } from "./service-load.ts";

const BARE: HomeLoads = {
  floorSqFt: 1500,
  smallApplianceCircuits: 2,
  laundryCircuits: 1,
  appliances: [],
  coolingVa: [],
  heating: { kind: "none" },
};

test("NEC annex D, example D2(a): heating larger than air conditioning, 21,480 VA", () => {
  const load = serviceLoad({
    ...BARE,
    appliances: [
      { id: "range", name: "Range", va: 12_000 },
      { id: "water-heater", name: "Water heater", va: 2500 },
      { id: "dishwasher", name: "Dishwasher", va: 1200 },
      { id: "dryer", name: "Dryer", va: 5000 },
    ],
    coolingVa: [6 * 230],
    heating: { kind: "separate", va: 9000, heaters: 5 },
  });

  expect(load.generalVa).toBe(29_700);
  expect(load.demandVa).toBe(17_880);
  expect(load.climateVa).toBe(3600);
  expect(load.totalVa).toBe(21_480);
});

test("NEC annex D, example D2(b): air conditioning larger than heating, 29,200 VA", () => {
  const load = serviceLoad({
    ...BARE,
    appliances: [
      { id: "range", name: "Two ovens and a cooktop", va: 8000 + 5100 },
      { id: "water-heater", name: "Water heater", va: 4500 },
      { id: "dishwasher", name: "Dishwasher", va: 1200 },
      { id: "dryer", name: "Washer and dryer", va: 5000 },
    ],
    coolingVa: Array.from({ length: 6 }, () => 7 * 240),
    heating: { kind: "separate", va: 1500, heaters: 1 },
  });

  expect(load.generalVa).toBe(32_800);
  expect(load.demandVa).toBe(19_120);
  expect(load.totalVa).toBe(29_200);
});

const HEATING: [Heating, number][] = [
  [{ kind: "none" }, 0],
  [{ kind: "central", va: 10_000 }, 6500],
  [{ kind: "separate", va: 10_000, heaters: 3 }, 6500],
  [{ kind: "separate", va: 10_000, heaters: 4 }, 4000],
  [{ kind: "heat-pump", stripsVa: 10_000 }, 3000 + 6500],
];

test.each(HEATING)("heating by its kind: %o counts as %d VA", (heating, va) => {
  expect(serviceLoad({ ...BARE, coolingVa: [3000], heating }).heatingVa).toBe(va);
});

test("a new edition's lighting figure is one coefficient", () => {
  const edition2026 = { ...nec2023, lightingVaPerSqFt: 2 };

  expect(serviceLoad({ ...BARE, floorSqFt: 1000 }, edition2026).generalVa).toBe(2000 + 4500);
});

// Seeded, so the random homes are the same in every run.
function homes(count: number): HomeLoads[] {
  let seed = 20_231;
  const upTo = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % (most + 1);
  };
  return Array.from({ length: count }, () => ({
    floorSqFt: 300 + upTo(6000),
    smallApplianceCircuits: 2 + upTo(2),
    laundryCircuits: 1,
    appliances: [
      { id: "range" as const, name: "Range", va: upTo(12_000) },
      { id: "ev-charger" as const, name: "EV charger", va: upTo(11_520) },
    ],
    coolingVa: [upTo(6000), upTo(6000)],
    heating: { kind: "heat-pump" as const, stripsVa: upTo(15_000) },
  }));
}

test("more of anything is never less load, and no more than its plate, in any order", () => {
  for (const home of homes(300)) {
    const more = {
      ...home,
      appliances: [...home.appliances, { id: "other" as const, name: "", va: 1000 }],
    };
    const load = serviceLoad(home);
    const added = serviceLoad(more).totalVa - load.totalVa;

    expect(added).toBeGreaterThanOrEqual(400 - 1);
    expect(added).toBeLessThanOrEqual(1000 + 1);
    const turned = { ...home, appliances: [...home.appliances].reverse() };

    expect(serviceLoad(turned).totalVa, "in any order").toBe(load.totalVa);
    expect(load.totalVa).toBeLessThanOrEqual(load.generalVa + load.coolingVa + load.heatingVa + 1);
    expect(load.totalVa).toBeGreaterThanOrEqual(Math.max(load.coolingVa, load.heatingVa));
    expect(load.totalVa).toBe(Math.round(load.demandVa + load.climateVa));
  }
});
