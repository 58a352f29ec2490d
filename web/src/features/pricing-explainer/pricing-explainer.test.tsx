import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { PricingExplainer } from "./pricing-explainer.tsx";

test("HOME-06.1 closes by its Close button and by the cross", async () => {
  const onClose = vi.fn();
  render(<PricingExplainer open onClose={onClose} />);

  for (const button of screen.getAllByRole("button", { name: "Close" }))
    await userEvent.click(button);

  expect(onClose).toHaveBeenCalledTimes(2);
});

test("HOME-06.1 closes by Escape, which the browser tells as cancel", () => {
  const onClose = vi.fn();
  render(<PricingExplainer open onClose={onClose} />);

  screen.getByRole("dialog").dispatchEvent(new Event("cancel", { cancelable: true }));

  expect(onClose).toHaveBeenCalledOnce();
});

test("names every line of the price and what may change it", () => {
  render(<PricingExplainer open onClose={() => {}} />);

  for (const words of [
    /no markup/,
    /8\.25%, on the generator only/,
    /billed at cost/,
    /320\/400 A/,
  ])
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
});

test("is not there until it is opened", () => {
  render(<PricingExplainer open={false} onClose={() => {}} />);

  expect(screen.queryByText("How your price is made")).toBeNull();
});
