import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { readDraft } from "#draft/use-draft.ts";
import { aCoverage, serving } from "#test-support.ts";
import HeroAddress from "./hero-address.tsx";

const ADDRESS = "1 Oak Ln, Spring, TX 77379";
const server = serving(
  http.get("*/api/coverage-check", () =>
    HttpResponse.json(aCoverage({ formatted_address: ADDRESS })),
  ),
  http.post("*/api/google-places", () => HttpResponse.json({ predictions: [] })),
  http.post("*/api/log-address-search", () => HttpResponse.json({}, { status: 202 })),
);

test("HOME-02.2 a covered address is saved with its ZIP code and opens the wizard", async () => {
  const goTo = vi.spyOn(location, "assign").mockReturnValue();
  render(<HeroAddress />);

  fireEvent.change(screen.getByRole("combobox"), { target: { value: ADDRESS } });
  await userEvent.click(screen.getByRole("button", { name: "Get A Free Estimate" }));

  await waitFor(() => expect(goTo).toHaveBeenCalledOnce());
  const url = new URL(String(goTo.mock.lastCall?.[0]), location.origin);
  expect(url.pathname).toBe("/installation-wizard");
  expect(Object.fromEntries(url.searchParams)).toEqual({ address: ADDRESS, validated: "true" });
  expect(readDraft().location).toMatchObject({
    address: { formatted: ADDRESS },
    coverage: { is_covered: true, zip_code: "77379" },
  });
});

test("CONTACT-01.3 an address where no crew finds a home is asked for anew, also unchanged", async () => {
  const goTo = vi.spyOn(location, "assign").mockReturnValue();
  const problem = "Please enter the street address of the home, with its house number.";
  server.use(
    http.get("*/api/coverage-check", () =>
      HttpResponse.json(aCoverage({ street_problem: problem })),
    ),
  );
  render(<HeroAddress />);
  const field = () => screen.getByRole<HTMLInputElement>("combobox");
  fireEvent.change(field(), { target: { value: ADDRESS } });

  for (const _ of ["at first", "again"]) {
    await userEvent.click(screen.getByRole("button", { name: "Get A Free Estimate" }));
    expect(await screen.findByText(problem)).toBeTruthy();
    expect(field().value).toBe(ADDRESS);
    await waitFor(() => expect(document.activeElement).toBe(field()));
  }
  expect(goTo).not.toHaveBeenCalled();
});
