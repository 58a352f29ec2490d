import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { readDraft } from "#draft/use-draft.ts";
import { aCoverage, serving } from "#test-support.ts";
import HeroAddress from "./hero-address.tsx";

const ADDRESS = "1 Oak Ln, Spring, TX 77379";
serving(
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
