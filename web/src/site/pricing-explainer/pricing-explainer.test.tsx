import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { PricingExplainer } from "./pricing-explainer.tsx";

test("HOME-06.1 names every line; closes by Close, cross and Escape", async () => {
  const onClose = vi.fn();
  const { rerender } = render(<PricingExplainer open onClose={onClose} />);
  const lines = [/no markup/, /8\.25%, on the generator only/, /billed at cost/, /320\/400 A/];
  for (const words of lines) expect(screen.getAllByText(words).length).toBeGreaterThan(0);

  for (const button of screen.getAllByRole("button", { name: "Close" }))
    await userEvent.click(button);
  screen.getByRole("dialog").dispatchEvent(new Event("cancel", { cancelable: true }));

  expect(onClose).toHaveBeenCalledTimes(3);
  rerender(<PricingExplainer open={false} onClose={onClose} />);
  expect(screen.queryByText("How your price is made")).toBeNull();
});
