import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { OutageDay } from "./outage-day.tsx";
import { simulateDay } from "./simulate-day.ts";

const LOADS = [
  { id: "base", name: "Lights, fridge and outlets", va: 12_000 },
  { id: "cooling-1", name: "Air conditioner", va: 5000 },
  { id: "dryer", name: "Dryer", va: 5000 },
] as const;

test("the picture says in words what runs and what waits, a table the same, hour by hour", () => {
  const { container } = render(<OutageDay day={simulateDay(LOADS, 8)} unitName="The 18 kW unit" />);
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
  render(<OutageDay day={simulateDay(LOADS, 30)} unitName="The 26 kW unit" />);

  expect(screen.getByText(/Everything runs whenever it needs to/)).toBeTruthy();
  expect(screen.getByText(/A simulation with typical habits/)).toBeTruthy();
});
