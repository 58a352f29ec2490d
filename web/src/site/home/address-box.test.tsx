import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { AddressCombobox } from "#features/address-search/address-combobox.tsx";
import { AddressBox } from "#features/coverage-check/address-box.tsx";
import { aCoverage, aPrediction, SPRING, serving } from "#test-support.ts";

const logged: Record<string, unknown>[] = [];
const events: string[] = [];
const server = serving();

const mockCoverage = (answer: Record<string, unknown>) =>
  server.use(http.get("*/api/coverage-check", () => HttpResponse.json(aCoverage(answer))));

beforeEach(() => {
  logged.length = 0;
  events.length = 0;
  vi.stubGlobal("gtag", (_command: string, name: string) => events.push(name));
  server.use(
    http.post("*/api/google-places", () =>
      HttpResponse.json({ predictions: [aPrediction("1 Oak Ln")] }),
    ),
    http.post("*/api/log-address-search", async ({ request }) => {
      logged.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({}, { status: 202 });
    }),
  );
  mockCoverage({});
});

const onCovered = vi.fn();
beforeEach(() => onCovered.mockClear());

const box = (
  <AddressBox
    sessionId=""
    addressField={(field) => <AddressCombobox {...field} />}
    onCovered={onCovered}
    notCovered={(place, { changeAddress }) => (
      <button type="button" onClick={changeAddress}>
        not covered: {place.reason}
      </button>
    )}
  />
);

const field = () => screen.getByRole<HTMLInputElement>("combobox", { name: "Home address" });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const submit = () => userEvent.click(screen.getByRole("button", { name: "Get A Free Estimate" }));

test("before any script the box is a form to the wizard; what was typed is kept", async () => {
  const html = renderToString(box);

  expect(html).toContain('method="get"');
  expect(html).toContain('action="/installation-wizard"');
  expect(html).toContain('name="address"');
  expect(html).not.toContain("noValidate");
  const page = document.createElement("div");
  page.innerHTML = html;
  document.body.append(page);
  const input = page.querySelector<HTMLInputElement>("input[name=address]");
  if (input) input.value = "1 Oak Ln, Spr";

  const root = hydrateRoot(page, box);
  await waitFor(() => expect(events).toContain("hero_address_started"));
  await submit();
  await waitFor(() => expect(onCovered).toHaveBeenCalled());

  root.unmount();
  page.remove();
});

test.each([
  ["", "Please enter your address"],
  ["1 Oak Ln Spring", "Please select a complete address from the dropdown"],
])("ADDR-02.1 '%s': '%s'", async (address, words) => {
  render(box);
  type(address);

  await submit();

  expect(screen.getByText(words)).toBeTruthy();
  expect(field().getAttribute("aria-invalid")).toBe("true");
  expect(onCovered).not.toHaveBeenCalled();
});

test("ADDR-06.1 EVT-01.3 a covered address is handed on, logged and told once", async () => {
  render(box);
  type("1 Oak Ln, Spring");
  type("1 Oak Ln, Spring, TX 77379");

  await submit();

  const place = { address: SPRING, city: "Spring", zipCode: "77379", township: "default" };
  await waitFor(() => expect(onCovered).toHaveBeenCalledWith(place));
  expect(events).toEqual(["hero_address_started", "hero_continue_clicked", "coverage_validated"]);
  await waitFor(() =>
    expect(logged).toEqual([
      {
        address: "1 Oak Ln, Spring, TX 77379",
        coverage_status: "covered",
        session_id: "",
        search_context: "hero_cta",
      },
    ]),
  );
});

test("ADDR-03.1 WALK-01.1 a chosen suggestion turns to display mode and goes on by itself", async () => {
  render(box);
  type("1 Oak");
  fireEvent.click(await screen.findByRole("option"));

  expect(screen.queryByRole("combobox")).toBeNull();
  await waitFor(() => expect(onCovered).toHaveBeenCalledOnce());
  expect(screen.getByText("We install here.")).toBeTruthy();
});

test("an address changed while it is checked does not go on", async () => {
  render(box);
  type("1 Oak");
  fireEvent.click(await screen.findByRole("option"));

  fireEvent.click(screen.getByRole("button", { name: "Change Address" }));
  expect(screen.getByRole("combobox")).toBeTruthy();
  await fetch("/api/coverage-check?address=later"); // answered after the check has been

  expect(onCovered).not.toHaveBeenCalled();
});

test("EVT-01.3 not covered shows the notice; the typed address comes back", async () => {
  mockCoverage({ is_covered: false, zip_code: "75202", reason: "not_covered" });
  render(box);
  type("500 Main St, Dallas, TX 75202");
  await submit();
  const notice = await screen.findByText("not covered: not_covered");
  expect(events.at(-1)).toBe("coverage_rejected");

  await userEvent.click(notice);

  expect(field().value).toBe("500 Main St, Dallas, TX 75202");
  expect(screen.queryByText("not covered: not_covered")).toBeNull();
});
