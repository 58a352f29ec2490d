import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { OutageDay } from "./outage-day.tsx";
import { simulateDay } from "./simulate-day.ts";

const LOADS = [
  { id: "base", name: "Lights, fridge and outlets", va: 12_000 },
  { id: "cooling-1", name: "Air conditioner", va: 5000 },
  { id: "dryer", name: "Dryer", va: 5000 },
] as const;

test("the picture says in words what runs and what waits", () => {
  render(<OutageDay day={simulateDay(LOADS, 8)} unitName="The 18 kW unit" />);

  expect(screen.getByText(/^Dryer waits for room at times/)).toBeTruthy();
  expect(
    screen.getByRole("img", { name: /^Lights, fridge and outlets, hour by hour: runs 24 hours$/ }),
  ).toBeTruthy();
  expect(
    screen.getByRole("img", { name: /^Dryer, hour by hour: runs 0 hours, waits/ }),
  ).toBeTruthy();
});

test("with room for all it says so", () => {
  render(<OutageDay day={simulateDay(LOADS, 30)} unitName="The 26 kW unit" />);

  expect(screen.getByText(/Everything runs when it wants to/)).toBeTruthy();
});

test("the same stands in a table, hour by hour", () => {
  const { container } = render(<OutageDay day={simulateDay(LOADS, 8)} unitName="The 18 kW unit" />);
  const table = container.querySelector("table");
  if (!table) throw new Error("no table");
  const rows = within(table).getAllByRole("row", { hidden: true });

  expect(rows.length).toBe(1 + 24);
  expect(rows[0]?.textContent).toBe("HourLights, fridge and outletsAir conditionerDryerDrawn (kW)");
  expect(rows[20]?.textContent).toMatch(/^7 pm–8 pmrunsrunswaits\d/);
});

test("it is labelled as a simulation, not a measurement", () => {
  render(<OutageDay day={simulateDay(LOADS, 30)} unitName="The 26 kW unit" />);

  expect(screen.getByText(/A simulation with typical habits/)).toBeTruthy();
});
