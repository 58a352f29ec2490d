import gas from "@market/gas.json";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { hrefOf, refused, serving } from "#test-support.ts";
import GasCheck from "./gas-check.tsx";

const server = serving();
const result = () => screen.getByRole("region", { name: "With everything running at once" });
const tick = (name: string) => userEvent.click(screen.getByRole("checkbox", { name }));

test("FACT-01.4 without a script the usual home, its sum and the meters are on the page", () => {
  const page = renderToString(<GasCheck />);

  for (const { name } of [...gas.appliances, ...gas.meters]) expect(page).toContain(name);
  for (const words of ["557 CFH", "230,000", "327,000", "$4,990"]) expect(page).toContain(words);
});

test("FACT-01.4 appliances and the generator add up against the meter at home", async () => {
  render(<GasCheck />);
  expect(result().textContent).toContain(
    "You will probably need a larger meter: the common size, AC-250 or AL-250, is rated for 250 CFH.",
  );
  expect(result().textContent).toContain("The smallest common one for this load is AC-630.");
  expect(result().textContent).toContain(
    "The gas company decides, does the work and bills for it.",
  );

  await userEvent.selectOptions(screen.getByLabelText("Your gas meter"), "AL-425");
  expect(result().textContent).toContain("need a larger meter: AL-425 is rated for 425 CFH.");
  await userEvent.selectOptions(screen.getByLabelText("Your gas meter"), "AC-630");
  expect(result().textContent).toContain("Your meter is probably large enough: AC-630");

  await tick("Pool or spa heater");
  expect(result().textContent).toContain("957 CFH");
  expect(result().textContent).toContain("more than the usual home meters are rated for");

  await tick("Pool or spa heater");
  const furnace = screen.getByLabelText("Furnace: BTU per hour");
  await userEvent.clear(furnace);
  await userEvent.type(furnace, "100,000");
  expect(result().textContent).toContain("577 CFH");

  await userEvent.selectOptions(screen.getByLabelText("Your generator"), "Another generator");
  await userEvent.type(screen.getByLabelText(/from its data sheet/), "260000");
  expect(result().textContent).toContain("510 CFH");

  await userEvent.selectOptions(screen.getByLabelText("Your gas meter"), "I don’t know");
  for (const name of ["Furnace", "Water heater, 50-gallon tank", "Range", "Clothes dryer"])
    await tick(name);
  await userEvent.clear(screen.getByLabelText(/from its data sheet/));
  expect(result().textContent).toContain("even the common size, AC-250 or AL-250");
});

test("FACT-01.5 each figure stands with its source; one without a data sheet is 'about'", () => {
  render(<GasCheck />);

  for (const { source } of [...gas.appliances, ...gas.meters, ...gas.generators])
    if (source)
      expect(screen.getAllByText(source.name, { exact: false }).length).toBeGreaterThan(0);
  expect(screen.getByText(/^about 630 CFH/)).toBeTruthy();
  expect(hrefOf(/generator requirements for Texas/)).toContain("centerpointenergy.com");
});

async function download() {
  await userEvent.type(screen.getByLabelText("Full name"), "Ada Lovelace");
  await userEvent.type(screen.getByLabelText("Home address"), "1 Oak Ln, Spring, TX 77386");
  await userEvent.click(screen.getByRole("button", { name: "Download the request" }));
}

test("FACT-01.4 the request for the gas company is made of what was entered, and saved", async () => {
  const bodies: unknown[] = [];
  server.use(
    http.post("*/api/gas-requests", async ({ request }) => {
      bodies.push(await request.json());
      return new HttpResponse("%PDF-1.7", { headers: { "Content-Type": "application/pdf" } });
    }),
  );
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  render(<GasCheck />);

  await tick("Clothes dryer");
  await download();

  await waitFor(() => expect(saved).toEqual(["standby-gas-request.pdf"]));
  expect(bodies).toEqual([
    {
      name: "Ada Lovelace",
      address: "1 Oak Ln, Spring, TX 77386",
      meter: null,
      model_number: "7043",
      generator_btu_h: 327_000,
      appliances: [
        { id: "furnace", btu_h: 80_000 },
        { id: "tank", btu_h: 50_000 },
        { id: "range", btu_h: 65_000 },
      ],
    },
  ]);
});

test("ADDR-07.2 each field says to the browser what it is filled with", () => {
  render(<GasCheck />);

  const tokens = [
    ...document.querySelectorAll("input:not([autocomplete=off], [type=checkbox])"),
  ].map((input) => [input.getAttribute("name"), input.getAttribute("autocomplete")]);
  expect(tokens).toEqual([
    ["name", "name"],
    ["address", "street-address"],
    ["address-level2", "address-level2"],
    ["address-level1", "address-level1"],
    ["postal-code", "postal-code"],
  ]);
});

test("a request that fails says so, with the number to call", async () => {
  server.use(http.post("*/api/gas-requests", () => refused(422, "invalid")));
  render(<GasCheck />);

  await download();

  expect((await screen.findByRole("alert")).textContent).toContain("We couldn’t make the PDF.");
});
