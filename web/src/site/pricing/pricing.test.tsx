import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { priceRow } from "#business/price.fixtures.ts";
import { hrefOf, serving } from "#test-support.ts";
import Pricing, { PriceCalculator } from "./pricing.tsx";
import { PricingExplainer } from "./pricing-explainer.tsx";

const row = (
  generator_id: number | null,
  township: string,
  [installation_cents, generator_cents, permit_cents, sales_tax_cents, total_cents]: [
    number,
    number,
    number,
    number,
    number,
  ],
) =>
  priceRow({
    band: "close",
    generator_id,
    township,
    installation_cents,
    generator_cents,
    permit_cents,
    sales_tax_cents,
    discount_cents: 0,
    total_cents,
    permit_at_cost: township === "other",
  });

const BOOK = {
  version: "1",
  tax_rate: "0.0825",
  scheduling_fee_cents: 100_00,
  bands: [{ band: "close", max_distance_ft: 25, package_id: 1, package_name: "Standard" }],
  generators: [
    { id: 2, model_number: "7043", kw: 22, label: "Generac 22 kW" },
    { id: 3, model_number: "7291", kw: 26, label: "Generac 26 kW" },
  ],
  townships: [
    { key: "woodlands", name: "The Woodlands", permit_fee_cents: 150_00, at_cost: false },
    { key: "other", name: "Other", permit_fee_cents: 0, at_cost: true },
  ],
  prices: [
    row(2, "woodlands", [4_990_00, 6_979_00, 150_00, 575_77, 12_694_77]),
    row(2, "other", [4_990_00, 6_979_00, 0, 575_77, 12_544_77]),
    row(3, "woodlands", [4_990_00, 8_111_00, 150_00, 669_16, 13_920_16]),
    row(null, "woodlands", [4_990_00, 0, 150_00, 0, 5_140_00]),
  ],
};

const server = serving(http.get("*/api/price-book", () => HttpResponse.json(BOOK)));

const line = (name: string) => screen.getByText(name, { selector: "dt" }).parentElement;

test("the example stands in the page before any script", () => {
  const page = renderToString(<PriceCalculator />);

  for (const words of ["$4,990", "$6,979", "$575", "$150", "$12,694"])
    expect(page).toContain(words);
  expect(page).not.toContain("Loading");
});

test("HOME-05.1 HOME-05.3 HOME-05.4 HOME-06.3 each choice shows its price", async () => {
  render(<PriceCalculator />);
  const loading = screen.getByText("Loading pricing data...");
  await waitFor(() => expect(loading.isConnected).toBe(false));
  for (const amount of ["$4,990", "$6,979", "$575", "$150", "$12,694"])
    expect(screen.getByText(amount)).toBeTruthy();
  expect(hrefOf("Learn how")).toBe("/order");
  const choices = screen.getAllByRole<HTMLOptionElement>("option").map(({ value }) => value);
  expect(choices).not.toContain("");

  await userEvent.selectOptions(screen.getByLabelText("Township"), "Other");
  expect(line("Permit")?.textContent).toContain("Billed at cost");
  expect(screen.getByText("$12,544")).toBeTruthy();

  await userEvent.selectOptions(screen.getByLabelText("Township"), "The Woodlands");
  await userEvent.click(screen.getByRole("radio", { name: "26 kW" }));
  expect(screen.getByText("$13,920")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "My own" }));
  expect(screen.getByText("$5,140")).toBeTruthy();
  expect(screen.queryByText("Tax", { selector: "dt" })).toBeNull();
});

const isDown = () =>
  server.use(http.get("*/api/price-book", () => HttpResponse.json({}, { status: 503 })));

test("ERR-01.3 falls back to the default values and says so", async () => {
  isDown();
  render(<PriceCalculator />);

  expect(await screen.findByText("Error loading pricing data. Using default values.")).toBeTruthy();
  expect(screen.getByText("$12,694")).toBeTruthy();
});

test("the explainer comes when it is asked for, and goes", async () => {
  render(<Pricing />);
  const button = screen.getByRole("button", { name: "How this price adds up" });
  expect(screen.queryByText("How your price is calculated")).toBeNull();

  await userEvent.click(button);
  expect(await screen.findByText("How your price is calculated")).toBeTruthy();

  await userEvent.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  expect(screen.queryByText("How your price is calculated")).toBeNull();
});

test("GUIDE-02.5 distance, size and township go along to the wizard once one is chosen", async () => {
  isDown();
  render(<Pricing />);
  expect(hrefOf("Check my address")).toBe("/installation-wizard?band=25");

  await userEvent.click(screen.getByRole("radio", { name: "25–50 ft" }));
  await userEvent.click(screen.getByRole("radio", { name: "26 kW" }));

  expect(hrefOf("Check my address")).toBe(
    "/installation-wizard?band=50&generator=7291&township=woodlands",
  );
});

test("HOME-06.1 names every line; closes by Close, cross and Escape", async () => {
  const onClose = vi.fn();
  const { rerender } = render(<PricingExplainer open onClose={onClose} />);
  const lines = [/no markup/, /8\.25%, on the generator only/, /billed at cost/, /320\/400 A/];
  for (const words of lines) expect(screen.getAllByText(words).length).toBeGreaterThan(0);

  for (const button of screen.getAllByRole("button", { name: "Close" }))
    await userEvent.click(button);
  screen.getByRole("dialog").dispatchEvent(new Event("cancel", { cancelable: true }));

  expect(onClose).toHaveBeenCalledTimes(3);
  rerender(<PricingExplainer open={false} onClose={onClose} />);
  expect(screen.queryByText("How your price is calculated")).toBeNull();
});
