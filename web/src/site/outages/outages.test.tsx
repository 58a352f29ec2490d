import outages from "@market/outages.json";
import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { backupPower } from "#texts/backup-power.ts";
import { Outages } from "./outages.tsx";

test("FACT-01.1 FACT-01.5 each outage has customers out, how long it lasted, and its sources", () => {
  render(<Outages />);

  expect(outages.length).toBeGreaterThan(2);
  for (const { name, customers, lasted, customers_source, lasted_source } of outages) {
    const item = screen.getByRole("heading", { name }).closest("li") as HTMLElement;
    expect(item.textContent).toContain(customers);
    expect(item.textContent).toContain(lasted);
    const hrefs = within(item)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href"));
    for (const { url } of [customers_source, lasted_source]) expect(hrefs).toContain(url);
  }
});

test("FACT-01.2 portable, battery and standby are compared", () => {
  render(<Outages />);

  const ways = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(ways).toEqual(["Standby generator", "Portable generator", "Home battery"]);
  for (const name of [
    "Starts on its own",
    "Central air",
    "Refueling",
    "Five days",
    "Noise",
    "Price",
  ])
    expect(screen.getByRole("rowheader", { name })).toBeTruthy();
});

test("FACT-01.5 every figure of the comparison names its source", () => {
  const withFigure = backupPower
    .flatMap(({ facts }) => facts)
    .filter(({ text }) => /\d/.test(text));

  expect(withFigure.length).toBeGreaterThan(8);
  expect(withFigure.filter(({ source }) => !source)).toEqual([]);
});
