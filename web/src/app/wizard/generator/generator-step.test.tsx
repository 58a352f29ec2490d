import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { toGeneratorOption } from "#business/generator-option.ts";
import { CLOSE, COVERED, OWN, PRODUCT } from "#draft/draft.fixtures.ts";
import { productOf } from "#draft/product-of.ts";
import { bodiesTo, handlers } from "#fixtures/visitor-server.ts";
import { aGenerator, serving } from "#test-support.ts";
import { saved, showStep } from "../wizard.fixtures.tsx";

const server = serving(...handlers);
beforeEach(() => {
  sessionStorage.clear();
  saved(COVERED, CLOSE);
});

const show = () => showStep("/generator-selection");
const next = () => screen.getByRole("button", { name: "Next" });
const draft = () => JSON.parse(sessionStorage.getItem("unified") ?? "null");

test("WIZ-04.1 WIZ-08.4 buying here needs a choice, which is priced; Next saves it", async () => {
  show();

  expect(screen.getByRole("heading", { name: "Do you need a generator?" })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Buy it here" }).checked).toBe(true);
  expect(screen.getByText("Generator selection is required")).toBeTruthy();
  expect(next().hasAttribute("disabled")).toBe(true);

  await userEvent.click(await screen.findByRole("radio", { name: "22 kW" }));

  expect(await screen.findByText("$12,694")).toBeTruthy();
  expect(draft().generator.product).toEqual(PRODUCT);
  await userEvent.click(next());
  expect(await screen.findByRole("heading", { name: "Pick your installation day" })).toBeTruthy();
  expect(location.pathname).toBe("/installation-date");
  expect(history.state).toEqual({ fromStep: 2, at: expect.any(Number) });
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

test("PRESS-01.2 a double press on Next does not press Reserve on the next step", async () => {
  saved(COVERED, CLOSE, OWN);
  show();

  await userEvent.click(await screen.findByRole("button", { name: "Next" }));
  const reserve = await screen.findByRole("button", { name: "Next — Reserve this date" });
  await screen.findByRole("grid");
  fireEvent.click(reserve, { detail: 2 });

  expect(reserve.hasAttribute("aria-busy")).toBe(false);
  expect(screen.queryByText("Please enter your name")).toBeNull();
  history.replaceState({ fromStep: 2, at: Date.now() }, "");
  fireEvent.click(reserve, { detail: 1 }); // the second of two taps on a phone
  expect(screen.queryByText("Please enter your name")).toBeNull();
  history.replaceState({ fromStep: 2, at: Date.now() - 400 }, "");
  fireEvent.click(reserve, { detail: 1 });
  expect(await screen.findByText("Please enter your name")).toBeTruthy();
});

const chip = (name: string) => screen.findByRole<HTMLInputElement>("checkbox", { name });

test("GUIDE-03.3 nothing is ticked or recommended before something was answered", async () => {
  show();

  await chip("One AC");
  await screen.findByRole("radio", { name: "22 kW" });
  expect(screen.getAllByRole("checkbox").filter((each) => each.matches(":checked"))).toEqual([]);
  expect(screen.queryByText("Carries it all at once")).toBeNull();
  expect(screen.getByText(/^Tick what should stay on/)).toBeTruthy();
});

test("GUIDE-02.1 GUIDE-03.1 at once, in turn with its modules, or larger than we sell", async () => {
  show();

  await userEvent.click(await chip("One AC"));
  expect(screen.getByText("The 18 kW generator carries all of it at once.")).toBeTruthy();
  expect(JSON.parse(sessionStorage.getItem("loadAnswers") ?? "")).toMatchObject({
    cooling: "4",
    dryer: "gas",
  });

  for (const name of ["Two ACs", "Electric dryer", "Electric range", "EV charger"])
    await userEvent.click(await chip(name));
  expect((await chip("One AC")).checked).toBe(false);
  const turns = screen.getByText(/carries it with these taking turns/).textContent;
  expect(turns).toMatch(
    /needed, .*: 3\. In the price: 1\. Not in this price: 2; we quote what is missing/,
  );
  expect(turns).toContain("the EV charger");
  expect(screen.queryByText("Carries it all at once")).toBeNull();
});

test("GUIDE-03.1 of a generator that was chosen, its own verdict and modules stand beside the best fit", async () => {
  show();
  for (const name of ["One AC", "Electric dryer", "Electric range"])
    await userEvent.click(await chip(name));
  const said = () =>
    screen
      .getAllByRole("status")
      .map((each) => each.textContent)
      .find((words) => words.includes("kW generator carries")) ?? "";
  const best = "The 26 kW generator carries it, and the dryer waits its turn.";
  expect(said()).toBe(`${best} Modules in the price, one for each such load: 1.`);

  await userEvent.click(await screen.findByRole("radio", { name: "18 kW" }));

  expect(said()).toMatch(/^The 18 kW generator carries it with these taking turns: the dryer and/);
  expect(said()).toContain(
    "needed, one for each that takes turns: 2. In the price: 1. Not in this price: 1; we quote what is",
  );
  expect(said().endsWith(`The best fit: ${best}`)).toBe(true);
});

test("GUIDE-03.1 a chosen generator that is too small is said to be", async () => {
  show();
  await userEvent.click(await chip("One AC"));
  await userEvent.clear(screen.getByLabelText("Floor area (sq ft)"));
  await userEvent.type(screen.getByLabelText("Floor area (sq ft)"), "3000");
  await userEvent.selectOptions(screen.getByLabelText("Heat"), "Electric furnace");
  await userEvent.click(await screen.findByRole("radio", { name: "18 kW" }));
  const said = document.querySelector("[role=status]")?.textContent ?? "";
  expect(said).toMatch(/^The 18 kW generator is too small to carry all of it\.The best fit: The 2/);
  expect(said).not.toContain("module");
});

test("GUIDE-03.1 a single load that is held back is said to wait its turn", async () => {
  show();

  for (const name of ["Two ACs", "Electric dryer"]) await userEvent.click(await chip(name));

  const verdict = screen.getByText(/carries it, and the dryer waits its turn\./).textContent;
  expect(verdict).toMatch(/^The 26 kW generator/);
});

test("GUIDE-02.2 a card's day waits with what its sentence names, and one too small has none", async () => {
  show();
  const cardOf = async (kw: string) => {
    const card = (await screen.findByRole("radio", { name: kw })).closest("label");
    return within(card as HTMLElement);
  };
  for (const name of ["Two ACs", "Electric dryer", "Electric range"])
    await userEvent.click(await chip(name));
  await screen.findByText(/carries it with these taking turns/);
  const names = "the range and the second AC";

  const medium = await cardOf("22 kW");
  expect(medium.getByText(new RegExp(`; ${names} may have to wait their turn\\.$`))).toBeTruthy();
  expect(medium.getByText(new RegExp(`one or more of these wait: ${names}\\.$`))).toBeTruthy();

  await userEvent.clear(screen.getByLabelText("Floor area (sq ft)"));
  await userEvent.type(screen.getByLabelText("Floor area (sq ft)"), "9000");
  await userEvent.selectOptions(screen.getByLabelText("Heat"), "Electric furnace");

  expect(medium.getByText(/^Too small for this list/)).toBeTruthy();
  expect(screen.queryByRole("img", { name: /hot August day/ })).toBeNull();
  expect(screen.queryByText(/take turns|wait: /)).toBeNull();
  expect(screen.queryByText(/dishwasher/)).toBeNull();
});

test.each(["", "abc", "-5", "12"])(
  "GUIDE-03.2 nothing is figured for a floor area of '%s', and what is allowed stands beside it",
  async (typed) => {
    show();
    await userEvent.click(await chip("One AC"));
    const floor = screen.getByLabelText("Floor area (sq ft)");
    await userEvent.clear(floor);
    if (typed) await userEvent.type(floor, typed);

    expect(screen.queryByText(/Figured for/)).toBeNull();
    expect(screen.queryByText(/carries/)).toBeNull();
    expect(screen.getByText(/^Figured once the floor area is a number from 300/)).toBeTruthy();
    const error = document.getElementById(floor.getAttribute("aria-describedby") ?? "");
    expect(error?.textContent).toMatch(/from 300 to 20,000/);
  },
);

test("what was ticked and told goes with the order, of the generator chosen last", async () => {
  show();
  const told = () => draft()?.answers.stay_on;
  for (const name of ["Two ACs", "Electric dryer", "Electric range"])
    await userEvent.click(await chip(name));
  expect(told() ?? null).toBeNull();

  await userEvent.click(await screen.findByRole("radio", { name: "22 kW" }));
  await waitFor(() =>
    expect(told()).toMatchObject({
      loads: { dryer: 5000, range: 12_000 },
      verdict: "in-turn",
      waiting: ["range", "cooling-2"],
    }),
  );
  await userEvent.click(await chip("One AC"));
  expect(told()).toMatchObject({ ac_systems: 1, verdict: "in-turn", waiting: ["range"] });
  await userEvent.click(screen.getByRole("radio", { name: "18 kW" }));
  await waitFor(() => expect(told()).toMatchObject({ waiting: ["dryer", "range"] }));

  await userEvent.clear(screen.getByLabelText("Floor area (sq ft)"));
  expect(told()).toBeNull();
  await userEvent.type(screen.getByLabelText("Floor area (sq ft)"), "2500");
  expect(told()).toMatchObject({ floor_sq_ft: 2500 });
  await userEvent.click(screen.getByRole("radio", { name: "I have my own" }));
  expect(told()).toBeNull();
});

test("GUIDE-03.1 larger than we sell: a quote is asked for with what was ticked", async () => {
  const asked: unknown[] = [];
  server.use(
    http.post("*/api/manual-quote-requests", async ({ request }) => {
      asked.push(await request.json());
      const call_by = new Date(Date.now() + 86_400_000).toISOString();
      const answer = { id: "1", reference: "Q-7K3F9", call_by, phone: "(281) 555-0100" };
      return HttpResponse.json({ ...answer, run_ft: null }, { status: 201 });
    }),
  );
  show();

  await userEvent.click(await chip("Two ACs"));
  expect(screen.queryByText("Request a custom quote")).toBeNull();
  await userEvent.clear(screen.getByLabelText("Floor area (sq ft)"));
  await userEvent.type(screen.getByLabelText("Floor area (sq ft)"), "9000");
  await userEvent.selectOptions(screen.getByLabelText("Heat"), "Electric furnace");
  await userEvent.click(await screen.findByText("Request a custom quote"));
  await userEvent.type(screen.getByLabelText("Full name"), "Ada Lovelace");
  await userEvent.type(screen.getByLabelText("Phone"), "2815550100");
  await userEvent.click(screen.getByRole("button", { name: "Request a quote" }));

  expect(await screen.findByText(/with a price for a larger generator\.$/)).toBeTruthy();
  expect(screen.getByText(/Q-7K3F9/)).toBeTruthy();

  expect(asked).toMatchObject([
    { name: "Ada Lovelace", loads: expect.stringContaining("Figured for 9,000 sq ft") },
  ]);
});

test("GUIDE-03.2 the assumed home stands in words, and its floor and heat can be changed", async () => {
  show();
  await userEvent.click(await chip("One AC"));
  expect(screen.getByText(/Figured for 2,500 sq ft, gas furnace/)).toBeTruthy();

  await userEvent.clear(screen.getByLabelText("Floor area (sq ft)"));
  await userEvent.type(screen.getByLabelText("Floor area (sq ft)"), "9000");
  await userEvent.selectOptions(screen.getByLabelText("Heat"), "Electric furnace");

  expect(screen.getByText(/Figured for 9,000 sq ft, electric furnace/)).toBeTruthy();
  expect(screen.queryByText("The 18 kW generator carries all of it at once.")).toBeNull();
});

test("GUIDE-02.2 GUIDE-03.4 each card has a sentence of its own, its natural-gas kW, height and August day", async () => {
  show();
  const about = async (kw: string) => {
    const card = (await screen.findByRole("radio", { name: kw })).closest("label");
    return within(card as HTMLElement);
  };
  await userEvent.click(await chip("One AC"));
  await userEvent.click(await chip("Electric dryer"));
  await screen.findByText("Carries it all at once");
  const small = await about("18 kW");
  const large = await about("22 kW");

  expect(
    small.getByText(
      "On natural gas it runs the lights, the kitchen, and one AC; the dryer may have to wait its turn.",
    ),
  ).toBeTruthy();
  expect(
    large.getByText(
      "On natural gas it runs the lights, the kitchen, one AC, and the dryer at the same time, with about 1 kW to spare.",
    ),
  ).toBeTruthy();
  expect(large.getByText("$12,694 in all, with installation, permit and tax")).toBeTruthy();
  expect(small.getByText(/^5-year manufacturer’s limited warranty/)).toBeTruthy();
  expect(small.getByText("About 17 kW on natural gas")).toBeTruthy();
  expect(large.getByText("About 19.5 kW on natural gas")).toBeTruthy();
  expect(large.getByRole("img", { name: /^The 22 kW generator, 29 inches tall/ })).toBeTruthy();
  const day = large.getByRole("img", { name: /hot August day/ });
  expect(day.querySelectorAll("rect")).toHaveLength(24);
  // What the day says agrees with the card's sentence.
  expect(small.getByText("Used in turns, everything runs.")).toBeTruthy();
  expect(large.getByText("Nothing has to wait.")).toBeTruthy();
});

test("one's own generator costs nothing here", async () => {
  show();

  await userEvent.click(screen.getByRole("radio", { name: "I have my own" }));

  expect(await screen.findByText("$5,140")).toBeTruthy();
  expect(next().hasAttribute("disabled")).toBe(false);
  expect(draft().generator).toMatchObject({ choice: "provide_own", product: null });
});

test("WIZ-06.2 missing prices and a failed save block nobody", async () => {
  server.use(
    http.put("*/api/wizard-sessions/:id", () => HttpResponse.error()),
    http.get("*/api/price-book", () => HttpResponse.json({}, { status: 503 })),
  );
  saved(COVERED, CLOSE, OWN);
  show();
  expect(await screen.findByText(/Prices didn’t load/)).toBeTruthy();
  const radio = screen.getByRole<HTMLInputElement>("radio", { name: "I have my own" });
  expect(radio.checked).toBe(true);

  await userEvent.click(next());

  expect(await screen.findByRole("heading", { name: "Pick your installation day" })).toBeTruthy();
});

test.each([
  ["Natural Gas", ["NG"]],
  ["Propane", ["LP"]],
  ["NG/LP", ["NG", "LP"]],
  ["Diesel", []],
])("API-03.4 a generator for %s is kept with its fuels", (fuel_type, expected) => {
  const option = toGeneratorOption(aGenerator(2, 22, { fuel_type }));

  expect(productOf(option, null).fuel_types).toEqual(expected);
});
