import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { emptyDraft } from "#draft/draft.ts";
import { readDraft } from "#draft/use-draft.ts";
import { aGenerator, serving } from "#test-support.ts";
import { Included } from "./generator-config.tsx";
import { ProperSizing } from "./proper-sizing.tsx";
import { Recommendation } from "./recommendation.tsx";
import { startAgain } from "./use-sizing.ts";

const generator = (id: number, model: string, kw: number, price: number) =>
  aGenerator(id, kw, { model, model_number: model, price });
const FOR_SALE = [
  generator(1, "7228", 18, 5979),
  generator(2, "7043", 22, 6979),
  generator(3, "7291", 26, 7979),
];
const STORED = { address: "12 Oak Ln, Spring, TX 77379", electricBill: "150", kwhUsage: "" };

const server = serving();
beforeEach(() => {
  startAgain();
  sessionStorage.clear();
  server.use(http.get("*/api/generators", () => HttpResponse.json(FOR_SALE)));
  vi.spyOn(location, "assign").mockImplementation(() => {});
  vi.spyOn(location, "replace").mockImplementation(() => {});
});

async function show(stored: object | null = STORED) {
  if (stored) sessionStorage.setItem("energyData", JSON.stringify(stored));
  render(
    <>
      <Recommendation />
      <Included />
      <ProperSizing />
    </>,
  );
  await act(async () => {});
}

const card = (name: string) => within(screen.getByRole("article", { name }));
const answer = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("REC-03.3 without saved data it goes to /generator-config", async () => {
  await show(null);

  expect(location.replace).toHaveBeenCalledWith("/generator-config");
});

test("REC-03.1 REC-03.5 the address, the bill, and what is included", async () => {
  await show();

  for (const words of [
    "12 Oak Ln, Spring, TX 77379",
    "$150/mo",
    "Site assessment",
    "Permit handling",
    "Full service",
    /comes to about 1,200 kWh a month .* first estimate/,
    /NEC 702\.4.*whole load.*load management system will connect/,
    /^Guidance, not engineering/,
  ])
    expect(screen.getByText(words)).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Professional Installation Included" })).toBeTruthy();
  expect(screen.queryByText("Monthly usage")).toBeNull();
  expect(location.replace).not.toHaveBeenCalled();
  await waitFor(() => expect(card("Whole Home").getByText("$6,979")).toBeTruthy());
  expect(card("Whole Home").getByText("Generac 7043, 22 kW")).toBeTruthy();
  expect(card("Whole Home").getByText(/^Store price/)).toBeTruthy();
  expect(card("Whole Home").getByText(/^5-year manufacturer’s limited warranty/)).toBeTruthy();
  expect(card("Premium").getByText("22.5 kW on natural gas")).toBeTruthy();
  expect(card("Essential").getByText(/\(typical\)/)).toBeTruthy();
});

test.each([
  ["Essential", ["10 kW", "Natural Gas"], "7228", 18, 5979_00],
  ["Whole Home", ["20 kW", "Natural Gas/Propane"], "7043", 22, 6979_00],
  ["Premium", ["26 kW", "Natural Gas/Propane"], "7291", 26, 7979_00],
])("REC-03.2 REC-03.4 the card %s and what its 'Select This System' preselects", async (...row) => {
  const [name, facts, model, kw, cents] = row;
  await show();
  await screen.findByText("$6,979");

  for (const fact of facts) expect(card(name).getByText(fact)).toBeTruthy();
  fireEvent.click(card(name).getByRole("button", { name: "Select This System" }));

  await waitFor(() =>
    expect(location.assign).toHaveBeenCalledWith(
      "/installation-wizard?address=12+Oak+Ln%2C+Spring%2C+TX+77379",
    ),
  );
  expect(readDraft().generator).toMatchObject({
    choice: "buy_here",
    product: { model_number: model, kw, price_cents: cents },
  });
});

test("GUIDE-02.3 GUIDE-03.4 a card has one price and one warranty: of what is sold", async () => {
  await show();
  await waitFor(() => expect(card("Premium").getByText("$7,979")).toBeTruthy());

  for (const each of screen.getAllByRole("article")) {
    expect(each.textContent?.match(/\$[\d,]+/g)).toHaveLength(1);
    expect(each.textContent?.match(/\d+-year/g)).toEqual(["5-year"]);
  }
  const guide = card("Premium").getByText("Class guide").parentElement as HTMLElement;
  expect(within(guide).getByText("26 kW")).toBeTruthy();
  expect(card("Premium").getByRole("img", { name: /^The 26 kW generator/ })).toBeTruthy();
  expect(card("Premium").getByText("$7,979").className).toContain("text-3xl");
});

test("GUIDE-02.4 the fitting unit is ordered after the calculation, or after the August day", async () => {
  await show();
  const wizard = "/installation-wizard?address=12+Oak+Ln%2C+Spring%2C+TX+77379";

  fireEvent.click(screen.getByRole("button", { name: "Order this one" }));
  await waitFor(() => expect(location.assign).toHaveBeenCalledWith(wizard));
  expect(readDraft().generator.product).toMatchObject({ model_number: "7043", kw: 22 });

  answer("Generator", "7291");
  fireEvent.click(screen.getByRole("button", { name: "Order the 26 kW generator" }));
  await waitFor(() => expect(readDraft().generator.product).toMatchObject({ kw: 26 }));
});

test("with no catalog the choice goes along by its model number", async () => {
  server.use(http.get("*/api/generators", () => HttpResponse.error()));
  vi.spyOn(console, "warn").mockImplementation(() => {});
  await show();
  await waitFor(() => expect(card("Premium").getByText("price in step 2")).toBeTruthy());

  fireEvent.click(card("Premium").getByRole("button", { name: "Select This System" }));
  await waitFor(() => expect(location.assign).toHaveBeenCalled());

  expect(readDraft().generator.product).toMatchObject({ model_number: "7291", kw: 26 });
});

test("a reserved booking is left alone: another one begins", async () => {
  const reserved = emptyDraft("2026-01-01T00:00:00Z", "reserved");
  const saved = { ...reserved, wizard: { ...reserved.wizard, status: "completed" } };
  sessionStorage.setItem("unified", JSON.stringify(saved));
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  await show();

  fireEvent.click(card("Premium").getByRole("button", { name: "Select This System" }));
  await waitFor(() => expect(location.assign).toHaveBeenCalled());

  expect(readDraft().wizard).toMatchObject({ status: "in_progress" });
  expect(readDraft().wizard.id).not.toBe("reserved");
});

test("a load calculation that disagrees outranks the bill, until one starts again", async () => {
  await show({ ...STORED, electricBill: "90" });
  expect(screen.queryByText("Recommended"), "a small system").toBeNull();

  answer("Air conditioning", "8");
  answer("EV charger", "48");

  expect(
    screen.getByRole("heading", { name: "Your load calculation is more precise than your bill" }),
  ).toBeTruthy();
  expect(card("Premium").getByText("By your load calculation")).toBeTruthy();
  expect(card("Premium").queryByText("Recommended")).toBeNull();

  fireEvent.click(screen.getByRole("button", { name: "Start over with the typical home" }));

  expect(screen.getByRole("heading", { name: "A first estimate of the size" })).toBeTruthy();
  expect(sessionStorage.getItem("loadAnswers")).toBeNull();
});

test("where it agrees the page says so, also after a reload", async () => {
  await show({ ...STORED, kwhUsage: "1250" });
  expect(screen.getByText("1,250 kWh")).toBeTruthy();
  answer("Living area (ft²)", "big");
  expect(screen.getByText(/living area in square feet, from 300 to 20,000/)).toBeTruthy();
  expect(screen.getByText(/Correct the marked answers/)).toBeTruthy();
  expect(card("Whole Home").getByText("Recommended")).toBeTruthy();

  answer("Living area (ft²)", "2600");
  expect(screen.getByRole("heading", { name: "Your load calculation agrees" })).toBeTruthy();
  await show();
  expect(screen.getAllByRole("heading", { name: "Your load calculation agrees" })).toHaveLength(2);
});
