import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Day, type DayLoad, type DayRow, simulateDay } from "#business/sizing/simulate-day.ts";
import type { LoadId } from "#content/sizing/appliances.ts";
import { OutageDay } from "./outage-day.tsx";

const LOADS = [
  { id: "base", name: "Lights, fridge and outlets", va: 12_000 },
  { id: "cooling-1", name: "Air conditioner", va: 5000 },
  { id: "dryer", name: "Dryer", va: 5000 },
] as const;

test("the picture says in words what runs and what waits, a table the same, hour by hour", () => {
  const { container } = render(
    <OutageDay day={simulateDay(LOADS, 8)} unitName="The 18 kW unit" heldBack={["dryer"]} />,
  );
  const rows = [...container.querySelectorAll("table tr")].map(({ textContent }) => textContent);

  expect(screen.getByText(/^Dryer waits for capacity at times/)).toBeTruthy();
  for (const name of [
    /^Lights, fridge and outlets, hour by hour: runs 24 hours$/,
    /^Dryer, hour by hour: runs 0 hours, waits/,
  ])
    expect(screen.getByRole("img", { name })).toBeTruthy();
  expect(rows).toHaveLength(1 + 24);
  expect(rows[0]).toBe("HourLights, fridge and outletsAir conditionerDryerPower used (kW)");
  expect(rows[20]).toMatch(/^7 pm–8 pmrunsrunswaits\d/);
});

test("with room for all it says so, and that it is a simulation, not a measurement", () => {
  render(<OutageDay day={simulateDay(LOADS, 30)} unitName="The 26 kW unit" heldBack={[]} />);

  expect(screen.getByText(/Everything runs whenever it needs to/)).toBeTruthy();
  expect(screen.getByText(/A simulation with typical habits/)).toBeTruthy();
});

test("what is held back at busier moments is named also where this day needs no turns", () => {
  const day = simulateDay(LOADS, 30);
  render(<OutageDay day={day} unitName="The 26 kW unit" heldBack={["dryer"]} />);

  expect(
    screen.getByText(
      "The 26 kW unit runs all of it on this day. At busier moments, this may have to wait: Dryer.",
    ),
  ).toBeTruthy();
  expect(screen.queryByText(/never has to choose/)).toBeNull();
});

test("what may not be held back runs whenever it wants to, before what may", () => {
  const day = simulateDay(LOADS, 5, (id) => id === "cooling-1");

  expect(rowOf(day, "dryer").missedHours).toBe(0);
  expect(rowOf(day, "dryer").hours).not.toContain("waits");
  expect(rowOf(day, "cooling-1").hours).toContain("waits");
});

const load = (id: LoadId, va: number): DayLoad => ({ id, name: id, va });

const rowOf = (day: Day, id: LoadId): DayRow => {
  const row = day.rows.find((each) => each.id === id);
  if (!row) throw new Error(`no ${id}`);
  return row;
};

test("with room for all nothing waits; the air conditioner works hardest at 4 pm", () => {
  const day = simulateDay(LOADS, 30);

  expect(day.rows.every((row) => row.hours.length === 24)).toBe(true);
  expect(day.rows.some((row) => row.hours.includes("waits"))).toBe(false);
  expect(rowOf(day, "base").ranHours).toBe(24);
  expect(rowOf(day, "dryer").ranHours).toBe(3);

  const { usedKw } = simulateDay([load("cooling-1", 5000)], 30);

  expect(usedKw.indexOf(Math.max(...usedKw))).toBe(16);
  expect(usedKw[16]).toBeCloseTo(5 * 0.85, 5);
  expect(Math.min(...usedKw)).toBeLessThan(2);
});

test("what does not fit beside the more needed waits, then catches up", () => {
  const loads = [load("base", 12_000), load("range", 20_000), load("dryer", 5000)];

  const day = simulateDay(loads, 9);

  expect(rowOf(day, "dryer").hours.slice(19, 22)).toEqual(["waits", "runs", "runs"]);
  expect(rowOf(day, "dryer").missedHours).toBe(0);
});

test("an air conditioner that finds no room has missed its hour", () => {
  const day = simulateDay(LOADS, 5);

  expect(rowOf(day, "cooling-1").hours.every((state) => state === "waits")).toBe(true);
  expect(rowOf(day, "cooling-1").missedHours).toBeGreaterThan(12);
});

test("heat strips do not run in August", () => {
  expect(simulateDay([load("heat-strips", 10_000)], 30).rows).toEqual([]);
});

const EVERYTHING: readonly LoadId[] = [
  "base",
  "cooling-1",
  "cooling-2",
  "range",
  "water-heater",
  "dishwasher",
  "dryer",
  "pool-pump",
  "ev-charger",
  "other",
];

// Seeded, so the random days are the same in every run.
function days(count: number): { loads: DayLoad[]; day: Day }[] {
  let seed = 82_024;
  const upTo = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % (most + 1);
  };
  return Array.from({ length: count }, () => {
    const loads = EVERYTHING.map((id) => load(id, upTo(12_000)));
    return { loads, day: simulateDay(loads, 8 + upTo(18)) };
  });
}

test("in any home: no more is drawn than is given, and hours wanted are run or missed", () => {
  for (const { loads, day } of days(100)) {
    const unlimited = simulateDay(loads, 1e6);
    const stronger = simulateDay(loads, day.capacityKw + 4);

    for (const [hour, kw] of day.usedKw.entries()) {
      const drawn = day.rows
        .filter((row) => row.hours[hour] === "runs")
        .reduce((sum, row) => sum + row.runningKw, 0);
      expect(drawn).toBeLessThanOrEqual(day.capacityKw + 1e-9);
      expect(kw).toBeLessThanOrEqual(drawn + 1e-9);
    }
    for (const { id, ranHours, missedHours } of day.rows) {
      const row = rowOf(unlimited, id);
      expect(ranHours + missedHours).toBeCloseTo(row.ranHours + row.missedHours, 6);
    }
    expect(rowOf(stronger, "base").ranHours).toBeGreaterThanOrEqual(rowOf(day, "base").ranHours);
  }
});
