import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { hrefOf } from "#test-support.ts";
import { QuickAnswer } from "./quick-answer.tsx";

const struck = (amount: string) => screen.getByText(amount).closest("s");

test("HOME-07.1 $5,990 base; $590 and $450 struck through as included", () => {
  render(<QuickAnswer />);

  expect(screen.getAllByText("$5,990").length).toBeGreaterThan(0);
  expect(struck("$590")).toBeTruthy();
  expect(struck("$450")).toBeTruthy();
  expect(screen.getAllByText("Included")).toHaveLength(2);
});

test("HOME-07.2 'Get an Instant Price' leads to the wizard", () => {
  render(<QuickAnswer />);

  expect(hrefOf("Get an Instant Price")).toBe("/installation-wizard");
});

test("EVT-01.5 its press is told as get_instant_price_clicked", () => {
  render(<QuickAnswer />);

  const link = screen.getByRole("link", { name: "Get an Instant Price" });
  expect(link.dataset.event).toBe("get_instant_price_clicked");
});
