import { beforeEach, expect, test } from "vitest";
import { nec2023 } from "#content/sizing/nec.ts";
import { units } from "#content/sizing/systems.ts";
import { dayOn } from "./day-on.ts";
import {
  answerErrors,
  bareHome,
  dayLoadsOf,
  loadsOf,
  readAnswers,
  storeAnswers,
  usualHome,
  withHeating,
} from "./home-answers.ts";
import {
  bestFit,
  fitOf,
  gradeOf,
  type Heating,
  type HomeLoads,
  serviceLoad,
} from "./service-load.ts";

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

test("GUIDE-03.1 three grades: at once, in turn with the modules that it takes, too large", () => {
  const all = gradeOf(bestFit(fitsOf({ ...TWO_AIR_CONDITIONERS, coolingVa: [5000] })), 1);
  expect(all).toMatchObject({ kind: "at-once", fit: { unit: { kw: 22 } } });

  expect(gradeOf(bestFit(fitsOf(TWO_AIR_CONDITIONERS)), 1)).toMatchObject({
    kind: "in-turn",
    waiting: ["dryer"],
    more: 0,
  });
  expect(gradeOf(bestFit(fitsOf(TWO_AIR_CONDITIONERS)), 0)).toMatchObject({ more: 1 });

  const allElectric: HomeLoads = {
    ...TWO_AIR_CONDITIONERS,
    heating: { kind: "central", va: 40_000 },
  };
  expect(gradeOf(bestFit(fitsOf(allElectric)), 1)).toEqual({ kind: "too-large" });
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

beforeEach(() => sessionStorage.clear());

const totalOf = (answers: typeof usualHome): number | undefined => {
  const home = loadsOf(answers);
  return home ? serviceLoad(home).totalVa : undefined;
};

test("the answers of the code's example D2(a) come to its 21,480 VA", () => {
  const answers = {
    ...usualHome,
    floorSqFt: "1,500",
    range: "electric",
    waterHeater: "small-tank",
    cooling: "0",
    heating: "separate" as const,
    heatingKw: "9",
    heaters: "5",
  };

  expect(totalOf(answers)).toBe(21_480);
});

test("a usual home comes to 18.3 kVA", () => {
  expect(totalOf(usualHome)).toBe(18_280);
});

test.each([
  ["floorSqFt", ""],
  ["floorSqFt", "12"],
  ["floorSqFt", "big"],
  ["otherKw", "-1"],
  ["heatingKw", "900"],
  ["heaters", "0"],
] as const)("'%s' cannot be '%s': no load is guessed", (field, text) => {
  const answers = { ...usualHome, [field]: text };

  expect(Object.keys(answerErrors(answers))).toEqual([field]);
  expect(loadsOf(answers)).toBeNull();
});

test("another kind of heating comes with its usual power", () => {
  expect(withHeating(usualHome, "heat-pump")).toMatchObject({
    heating: "heat-pump",
    heatingKw: "10",
  });
  expect(withHeating(usualHome, "gas").heatingKw).toBe("0");
});

test("two air conditioners are two loads of the day", () => {
  const home = loadsOf({ ...usualHome, cooling: "8" });

  expect(home && dayLoadsOf(home).map((load) => [load.id, load.va])).toEqual([
    ["base", 12_000],
    ["cooling-1", 5000],
    ["cooling-2", 5000],
    ["dryer", 5000],
    ["dishwasher", 1200],
  ]);
});

test("answers outlive a reload, and none are there before the first", () => {
  expect(readAnswers()).toBeNull();

  storeAnswers({ ...usualHome, cooling: "5" });

  expect(readAnswers()).toEqual({ ...usualHome, cooling: "5" });
});

const SWITCHES = [
  { range: "electric" },
  { dryer: "electric" },
  { waterHeater: "tank" },
  { evCharger: "40" },
  { poolPump: "variable" },
  withHeating(bareHome, "heat-pump"),
];

// Every list that the chips of step 2 can make, in small and in large homes.
const EVERY_LIST: HomeLoads[] = ["1500", "2500", "4000"].flatMap((floorSqFt) =>
  ["0", "4", "8"].flatMap((cooling) =>
    Array.from({ length: 2 ** SWITCHES.length }, (_, bits) => {
      const on = SWITCHES.filter((_, bit) => Math.floor(bits / 2 ** bit) % 2 === 1);
      return loadsOf(Object.assign({ ...bareHome }, ...on.toReversed(), { floorSqFt, cooling }));
    }).filter((home) => home !== null),
  ),
);

test("in any list only what the verdict holds back waits in the day, and too small has no day", () => {
  const found = EVERY_LIST.flatMap((home) =>
    fitsOf(home).map((fit) => {
      const { waiting } = fit;
      const day = dayOn(fit, home);
      const waits = day?.rows.filter(({ hours }) => hours.includes("waits")).map(({ id }) => id);
      return { waiting, day, others: waits?.filter((id) => !waiting?.includes(id)) ?? [] };
    }),
  );
  const tooSmall = found.filter(({ waiting }) => waiting === null);

  expect(found).toHaveLength(576 * 3);
  expect(found.flatMap(({ others }) => others)).toEqual([]);
  expect(tooSmall.length).toBeGreaterThan(0);
  expect(found.filter(({ day }) => day === null)).toEqual(tooSmall);
});
