import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { ADDRESS, CLOSE, COVERED } from "#draft/draft.fixtures.ts";
import { steps } from "#draft/steps.ts";
import { bodiesTo, handlers, PRICE_BOOK } from "#fixtures/visitor-server.ts";
import { hrefOf, scanQrCode, serving } from "#test-support.ts";
import { saved, showStep } from "../wizard.fixtures.tsx";

const server = serving(...handlers);
beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  saved();
});

const show = () => showStep("/installation-wizard");
const next = () => screen.getByRole("button", { name: "Next" });
const band = (name: RegExp) => screen.findByRole("radio", { name });
const enter = async (address: string) => {
  await userEvent.type(screen.getByRole("combobox"), address);
  await userEvent.click(screen.getByRole("button", { name: "Check my address" }));
};
const draft = () => JSON.parse(sessionStorage.getItem("unified") ?? "null");

test("WIZ-01.1 WIZ-03.1 WIZ-08.1 without an address no band and no way on", async () => {
  show();

  const progress = screen.getByRole("progressbar", { name: "Wizard progress" });
  expect(progress.getAttribute("aria-valuetext")).toBe(`Step 1 of ${steps.length}`);
  expect(progress.children).toHaveLength(4);
  expect(hrefOf("Standby home")).toBe("/");
  expect(screen.getByRole("button", { name: "Back" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Get Help" })).toBeTruthy();
  expect(next().hasAttribute("disabled")).toBe(true);
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.getByText("$4,990")).toBeTruthy();

  await userEvent.type(screen.getByRole("combobox"), "1204 Timb");
  cleanup();
  show();
  expect(screen.getByRole<HTMLInputElement>("combobox").value).toBe("1204 Timb");
  expect(screen.queryByText("Please select a complete address from the dropdown")).toBeNull();
  expect(screen.getByText("Address is required")).toBeTruthy();
});

test("WIZ-03.1 WIZ-08.2 a covered address opens the bands", async () => {
  show();

  await enter(ADDRESS);

  expect(await band(/0–25 ft/)).toBeTruthy();
  expect(hrefOf(/Call \(713\) 555-0142/), "over 150 ft").toBe("tel:+17135550142");
  expect(screen.getByText("Distance band selection is required")).toBeTruthy();
  expect(next().hasAttribute("disabled")).toBe(true);
  expect(draft().location.coverage).toMatchObject({ is_covered: true, zip_code: "77380" });
  expect(sessionStorage.getItem("addressTyped")).toBeNull();

  await userEvent.click(await band(/0–25 ft/));
  await userEvent.click(screen.getByRole("button", { name: "Change Address" }));

  expect(screen.queryByRole("radio")).toBeNull();
  expect(draft().location).toMatchObject({ coverage: { is_covered: false }, distance: null });
  expect(JSON.parse(sessionStorage.getItem("addressTyped") ?? "")).toBe(ADDRESS);
});

test("WIZ-08.3 elsewhere: 'Address is not in coverage area', and no bands", async () => {
  show();

  await enter("500 Main St, Dallas, TX 75201");

  expect(await screen.findByText("Address is not in coverage area")).toBeTruthy();
  expect(screen.queryByRole("radio")).toBeNull();
  expect(next().hasAttribute("disabled")).toBe(true);
});

test("WIZ-03.5 WIZ-03.6 a chosen band is priced at once, told, and opens the way on", async () => {
  saved(COVERED);
  show();

  await userEvent.click(await band(/25–50 ft/));
  await userEvent.click(await band(/0–25 ft/));

  expect(next().hasAttribute("disabled")).toBe(false);
  expect(bodiesTo("wizard-interaction-events")).toMatchObject([
    {
      event_type: "distance_band_selected",
      event_data: {
        package_id: 2,
        package_name: "Medium",
        price: 5990,
        max_distance_feet: 50,
        previous_selection: null,
      },
    },
    { event_data: { package_id: 1, previous_selection: "medium" } },
  ]);
  expect(draft().location.distance).toEqual({
    band: "close",
    max_distance_ft: 25,
    selection_source: "user_selection",
    price_cents: 499000,
  });
});

test("NEXT-01.2 on a computer the helper's QR code takes the address to the phone", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  saved(COVERED);
  show();

  await userEvent.click(await screen.findByRole("button", { name: /help me measure/ }));

  const url = scanQrCode(await screen.findByRole("img", { name: "QR code" }));
  expect(url).toBe(`${location.origin}/order?${new URLSearchParams({ address: ADDRESS })}`);
});

test("GUIDE-01.1 'help me measure' opens the helper over step 1 and comes back with the band", async () => {
  saved(COVERED);
  show();

  await userEvent.click(await screen.findByRole("button", { name: /help me measure/ }));
  const helper = within(await screen.findByRole("dialog", { name: "How far is your generator?" }));
  for (const rule of await helper.findAllByRole("checkbox")) await userEvent.click(rule);
  await userEvent.click(helper.getByRole("button", { name: "Next" }));
  await userEvent.type(helper.getByLabelText("Your steps"), "12");
  await userEvent.click(helper.getByRole("button", { name: "Continue" }));

  expect(screen.queryByRole("dialog")).toBeNull();
  expect(location.pathname).toBe("/installation-wizard");
  expect(((await band(/25–50 ft/)) as HTMLInputElement).checked).toBe(true);
  expect(draft().location.distance).toMatchObject({ band: "medium", price_cents: 599000 });
  expect(next().hasAttribute("disabled")).toBe(false);
});

test("GUIDE-01.2 GUIDE-01.3 three pictures show the panel, and being wrong costs nothing", async () => {
  saved(COVERED);
  show();

  expect(await screen.findByRole("heading", { name: "Where is my panel?" })).toBeTruthy();
  for (const place of [/garage/, /meter/, /closet/])
    expect(screen.getByRole("img", { name: place })).toBeTruthy();
  expect(
    screen.getByText(
      "Your photos confirm the distance. Shorter may cost less. Longer: we show you the new price first, and you may say no. If it is more than 15% higher and you say no, you get back everything you’ve paid; up to 15%, the reservation fee stays on the usual terms.",
    ),
  ).toBeTruthy();
});

test("GUIDE-02.5 the calculator's choice is said in step 1, with the price it showed", async () => {
  showStep("/installation-wizard?band=50&generator=7043&township=woodlands");

  expect(await screen.findByText(/You chose 22 kW and 25–50 ft\./)).toBeTruthy();
  expect(screen.getByText("$13,694")).toBeTruthy();
});

test.each([
  ["other", 1],
  ["default", 0],
])(
  "GUIDE-02.5 a township (%s) whose permit changes the total is said beside the price",
  async (township, count) => {
    const atCost = PRICE_BOOK.prices.map((price) => ({
      ...price,
      township: "other",
      total_cents: price.total_cents - price.permit_cents,
    }));
    server.use(
      http.get("*/api/price-book", () =>
        HttpResponse.json({ ...PRICE_BOOK, prices: [...PRICE_BOOK.prices, ...atCost] }),
      ),
    );
    saved(COVERED);
    showStep(`/installation-wizard?band=50&generator=7043&township=${township}`);

    await screen.findByText(/You chose 22 kW/);
    const change = "plus permit. With your city’s permit fee the total is $13,694, not $13,544.";
    expect(screen.queryAllByText(change)).toHaveLength(count);
  },
);

test("WIZ-06.1 a saved band is there again; Next saves with [1]", async () => {
  saved(COVERED, CLOSE);
  show();
  expect(((await band(/0–25 ft/)) as HTMLInputElement).checked).toBe(true);
  expect(screen.getByText(ADDRESS)).toBeTruthy();

  await userEvent.click(next());

  expect(await screen.findByRole("heading", { name: "Do you need a generator?" })).toBeTruthy();
  expect(location.pathname).toBe("/generator-selection");
  await waitFor(() =>
    expect(bodiesTo("wizard-sessions")).toMatchObject([
      { current_step: 1, completed_steps: [1], installation_cost_cents: 499000 },
    ]),
  );
});

test("a verified address of a link shows its bands while the server confirms it", async () => {
  saved({ ...COVERED, township: null });
  show();

  expect(await band(/0–25 ft/)).toBeTruthy();
  await waitFor(() => expect(draft().location.coverage.township).toBe("woodlands"));
});
