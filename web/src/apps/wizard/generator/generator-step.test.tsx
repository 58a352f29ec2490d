import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { serving } from "#test-support.ts";
import { bodiesTo, CLOSE, COVERED, handlers, OWN, saved, showStep } from "../wizard.fixtures.tsx";
import { AtGenerator } from "./at-generator.tsx";

const server = serving(...handlers);
beforeEach(() => {
  sessionStorage.clear();
  saved(COVERED, CLOSE);
});

const show = () => showStep(AtGenerator, "/generator-selection");
const next = () => screen.getByRole("button", { name: "Next" });
const draft = () => JSON.parse(sessionStorage.getItem("unified") ?? "null");

test("WIZ-04.1 WIZ-08.4 'Do you need a generator?', buying here by default, needs a selection", async () => {
  show();

  expect(screen.getByRole("heading", { name: "Do you need a generator?" })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Buy it here" }).checked).toBe(true);
  expect(screen.getByText("Generator selection is required")).toBeTruthy();
  expect(next().hasAttribute("disabled")).toBe(true);
});

test("a chosen generator shows the total of the specification's example", async () => {
  show();

  await userEvent.click(await screen.findByRole("radio", { name: "22 kW" }));

  expect(await screen.findByText("$12,694")).toBeTruthy();
  expect(draft().generator.product).toEqual({
    model_number: "7043",
    sku: "2",
    brand: "Generac",
    model_name: "Guardian",
    kw: 22,
    price_cents: 697900,
    fuel_types: ["NG", "LP"],
    features: { wifi_enabled: true, whole_house_switch: true },
    msrp_source_url: "",
  });
});

test("one's own generator costs nothing here", async () => {
  show();

  await userEvent.click(screen.getByRole("radio", { name: "I have my own" }));

  expect(await screen.findByText("$5,140")).toBeTruthy();
  expect(next().hasAttribute("disabled")).toBe(false);
  expect(draft().generator).toMatchObject({ choice: "provide_own", product: null });
});

test("a saved choice is preselected", async () => {
  saved(COVERED, CLOSE, OWN);
  show();

  const own = await screen.findByRole<HTMLInputElement>("radio", { name: "I have my own" });
  expect(own.checked).toBe(true);
  expect(next().hasAttribute("disabled")).toBe(false);
});

test("Next saves the step with [1,2] and goes on to step 3", async () => {
  show();
  await userEvent.click(await screen.findByRole("radio", { name: "22 kW" }));

  await userEvent.click(next());

  expect(await screen.findByRole("heading", { name: "Pick your installation day" })).toBeTruthy();
  expect(location.pathname).toBe("/installation-date");
  await waitFor(() =>
    expect(bodiesTo("wizard-sessions")).toMatchObject([
      {
        current_step: 2,
        completed_steps: [1, 2],
        selected_generator_id: 2,
        generator_price_cents: 697900,
        tax_cents: 57577,
        total_cents: 1269477,
      },
    ]),
  );
});

test("WIZ-06.2 a failed save never blocks the visitor", async () => {
  server.use(http.put("*/api/wizard-sessions/:id", () => HttpResponse.error()));
  saved(COVERED, CLOSE, OWN);
  show();

  await userEvent.click(await screen.findByRole("button", { name: "Next" }));

  expect(await screen.findByRole("heading", { name: "Pick your installation day" })).toBeTruthy();
});

test("without prices the visitor is told, and may go on", async () => {
  server.use(http.get("*/api/price-book", () => HttpResponse.json({}, { status: 503 })));
  saved(COVERED, CLOSE, OWN);
  show();

  expect(await screen.findByText(/Prices did not load/)).toBeTruthy();
  expect(next().hasAttribute("disabled")).toBe(false);
});
