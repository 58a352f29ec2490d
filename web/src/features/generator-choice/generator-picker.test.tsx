import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { type GeneratorRow, toGeneratorOption } from "#business/generator-option.ts";
import { aGenerator, serving } from "#test-support.ts";
import { GeneratorPicker, IncludedItems } from "./generator-picker.tsx";

const ROWS = [
  aGenerator(2, 22, { description: "" }),
  aGenerator(9, 20, { brand: "Provide your own" }),
];
const server = serving();

const serverHas = (rows = ROWS) =>
  server.use(http.get("*/api/generators", () => HttpResponse.json(rows)));
const serverFails = () =>
  server.use(http.get("*/api/generators", () => HttpResponse.json({}, { status: 500 })));

let isPermitAtCost = false;
beforeEach(() => {
  isPermitAtCost = false;
});

function show(choice: "buy_here" | "provide_own", chosenId: number | null = null) {
  const handlers = { onChoice: vi.fn(), onChoose: vi.fn() };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { unmount } = render(
    <QueryClientProvider client={queries}>
      <GeneratorPicker
        choice={choice}
        chosenId={chosenId}
        priceOf={() => ({ generatorCents: 697900, totalCents: 1269400, isPermitAtCost })}
        {...handlers}
      />
    </QueryClientProvider>,
  );
  return { ...handlers, queries, unmount };
}

test("WIZ-04.3 ERR-01.6 loading is said, a failure too, and trying again helps", async () => {
  serverFails();
  const { queries } = show("buy_here");
  expect(screen.getByText("Loading generators...")).toBeTruthy();
  expect(await screen.findByText("Error loading generators. Please try again.")).toBeTruthy();
  expect(queries.getQueryState(["generators"])?.error?.message).toMatch(
    /^Failed to fetch generators: /,
  );

  serverHas();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("radio", { name: "22 kW" })).toBeTruthy();
});

test("WIZ-04.4 a generator shows price and badges and is chosen, or was", async () => {
  serverHas();
  const { unmount, onChoose, onChoice } = show("buy_here");
  const radio = () => screen.findByRole<HTMLInputElement>("radio", { name: "22 kW" });

  await screen.findByText("$6,979");
  for (const badge of ["Natural Gas", "Propane", "WiFi Ready", "Auto Transfer"])
    expect(screen.getByText(badge)).toBeTruthy();
  expect(screen.queryByText(/Provide your own/)).toBeNull();
  await userEvent.click(await radio());
  expect(onChoose.mock.calls[0]?.[0]).toMatchObject({ id: 2, kw: 22, modelNumber: "7043" });
  await userEvent.click(screen.getByRole("radio", { name: "I have my own" }));
  expect(onChoice).toHaveBeenCalledWith("provide_own");
  unmount();

  show("buy_here", 2);
  expect((await radio()).checked).toBe(true);
});

test("GUIDE-03.4 a card says the total installed, and whether the permit is in it", async () => {
  serverHas();
  const { unmount } = show("buy_here");
  expect(await screen.findByText("$12,694 in all, with installation, permit and tax")).toBeTruthy();
  unmount();

  isPermitAtCost = true;
  show("buy_here");
  expect(
    await screen.findByText(
      "$12,694 in all, with installation and tax; the permit is billed at cost",
    ),
  ).toBeTruthy();
});

test("WIZ-04.2 what every generator has is said once, what tells them apart on the card", async () => {
  serverHas([aGenerator(1, 18, { has_wifi: false }), aGenerator(2, 22, {})]);
  show("buy_here");

  expect(
    await screen.findByText("Each of them: Natural Gas, Propane, and Auto Transfer."),
  ).toBeTruthy();
  const cards = screen.getAllByRole("radio", { name: /kW/ }).map((radio) => radio.closest("label"));
  expect(cards.map((card) => card?.textContent?.includes("WiFi Ready"))).toEqual([false, true]);
  expect(screen.queryByText("Propane")).toBeNull();
});

test("one's own generator: its sizes may be told, without prices and models for sale", async () => {
  serverHas();
  const { onChoose } = show("provide_own");

  expect(screen.getByText("Bring your own generator")).toBeTruthy();
  await userEvent.click(await screen.findByRole("radio", { name: "20 kW" }));
  expect(onChoose.mock.calls[0]?.[0]).toMatchObject({ id: 9, type: "provide_own", kw: 20 });
  expect(screen.queryByRole("radio", { name: "22 kW" })).toBeNull();
  expect(screen.queryByText("$6,979")).toBeNull();
});

const item = (id: number, bonus_name: string, retail_value_cents: number) => ({
  ...{ id, bonus_name, retail_value_cents },
  bonus_description: `What ${bonus_name} is for`,
});

test("included items have their retail value struck through", () => {
  render(
    <IncludedItems
      items={[
        item(1, "Automatic transfer switch", 0),
        item(2, "3-inch concrete pad", 39900),
        item(3, "Whole-house surge protector", 12499),
      ]}
    />,
  );

  expect(screen.getByText("$399").tagName).toBe("S");
  expect(screen.getByText("$124.99").tagName).toBe("S");
  expect(screen.getAllByText("Included")).toHaveLength(3);
  expect(screen.getByText(/the part alone retails for/)).toBeTruthy();
});

const ROW: GeneratorRow = aGenerator(2, 22, { model: "Guardian 7043" });

test("WIZ-04.2 badges: Natural Gas, Propane, WiFi Ready, Auto Transfer", () => {
  const plain = { ...ROW, fuel_type: "Propane", has_wifi: false, switch_type: "manual" };

  expect(toGeneratorOption(ROW).badges).toEqual([
    "natural_gas",
    "propane",
    "wifi",
    "auto_transfer",
  ]);
  expect(toGeneratorOption(plain).badges).toEqual(["propane"]);
});

test("any other row is bought here; an invalid price is 0", () => {
  const row = { ...ROW, description: "Provides power in seconds", price: Number.NaN };

  expect(toGeneratorOption(row)).toMatchObject({ type: "buy_here", price: 0 });
});

test.each(["brand", "model", "description"] as const)(
  "a row whose %s contains the word 'provide' is one's own generator",
  (field) => {
    expect(toGeneratorOption({ ...ROW, [field]: "Provide your own" }).type).toBe("provide_own");
  },
);

test("the model number is the catalog's, else the four digits of the model", () => {
  const unnumbered = { ...ROW, model_number: null };

  expect(toGeneratorOption({ ...ROW, model_number: "7291" }).modelNumber).toBe("7291");
  expect(toGeneratorOption(unnumbered).modelNumber).toBe("7043");
  expect(toGeneratorOption({ ...unnumbered, model: "Guardian" }).modelNumber).toBe("");
});
