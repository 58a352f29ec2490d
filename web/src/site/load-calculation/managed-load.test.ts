import { expect, test } from "vitest";
import { units } from "#content/sizing/units.ts";
import { bestFit, fitOf } from "./managed-load.ts";
import { type HomeLoads, serviceLoad } from "./service-load.ts";

const TWO_AIR_CONDITIONERS: HomeLoads = {
  floorSqFt: 2500,
  smallApplianceCircuits: 2,
  laundryCircuits: 1,
  appliances: [
    { id: "dryer", name: "Dryer", va: 5000 },
    { id: "dishwasher", name: "Dishwasher", va: 1200 },
  ],
  coolingVa: [5000, 5000],
  heating: { kind: "none" },
};

const fitsOf = (home: HomeLoads, fuel: "natural_gas" | "propane" = "natural_gas") =>
  units.map((unit) => fitOf(unit, home, fuel));

test("the 26 kW gives 22.5 kW on natural gas: 23.3 kVA is too much unless the dryer waits", () => {
  const fits = fitsOf(TWO_AIR_CONDITIONERS);

  expect(fits.map((fit) => [fit.unit.kw, fit.ratingKw, fit.isTypical])).toEqual([
    [18, 17, true],
    [22, 19.5, true],
    [26, 22.5, false],
  ]);
  const [, , largest] = fits;
  expect(largest?.waiting).toEqual(["dryer"]);
  expect(largest?.connectedVa).toBe(21_280);
});

test("the smallest unit that carries all fits best; what must not wait never does", () => {
  expect(bestFit(fitsOf(TWO_AIR_CONDITIONERS, "propane"))).toMatchObject({
    unit: { kw: 26 },
    waiting: [],
  });

  const smaller = { ...TWO_AIR_CONDITIONERS, coolingVa: [5000] };
  expect(bestFit(fitsOf(smaller))?.unit.kw).toBe(22);

  const allElectric: HomeLoads = {
    ...TWO_AIR_CONDITIONERS,
    heating: { kind: "central", va: 40_000 },
  };

  expect(bestFit(fitsOf(allElectric))).toBeNull();
});

test("the strips of a heat pump wait before the dryer, and its compressor runs on", () => {
  const home: HomeLoads = {
    ...TWO_AIR_CONDITIONERS,
    heating: { kind: "heat-pump", stripsVa: 15_000 },
  };

  const [, , largest] = fitsOf(home);

  expect(largest?.waiting).toContain("heat-strips");
  expect(largest?.connectedVa).toBe(
    serviceLoad({
      ...home,
      heating: { kind: "heat-pump", stripsVa: 0 },
      appliances: home.appliances.filter(({ id }) => !largest?.waiting?.includes(id)),
    }).totalVa,
  );
});

test("no connected load exceeds the rating, and what one unit carries a larger one does", () => {
  for (let step = 0; step < 200; step += 1) {
    const home: HomeLoads = {
      ...TWO_AIR_CONDITIONERS,
      floorSqFt: 800 + step * 25,
      appliances: [
        { id: "range", name: "Range", va: (step % 3) * 6000 },
        { id: "ev-charger", name: "EV charger", va: (step % 4) * 3840 },
        { id: "pool-pump", name: "Pool pump", va: (step % 2) * 2500 },
      ],
    };
    const fits = fitsOf(home);

    for (const { waiting, ratingKw, connectedVa } of fits) {
      if (waiting) expect(connectedVa).toBeLessThanOrEqual(ratingKw * 1000);
      if (waiting?.length === 0) expect(connectedVa).toBe(serviceLoad(home).totalVa);
    }
    const can = fits.map((fit) => fit.waiting !== null);
    expect(can).toEqual([...can].sort());
  }
});
