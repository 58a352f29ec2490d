import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { hrefOf, serving } from "#test-support.ts";
import Pricing from "./pricing.tsx";
import { PricingExplainer } from "./pricing-explainer.tsx";

serving(http.get("*/api/price-book", () => HttpResponse.json({ code: "down" }, { status: 503 })));

test("the explainer comes when it is asked for, and goes", async () => {
  render(<Pricing />);
  const button = screen.getByRole("button", { name: "How this price is calculated" });
  expect(screen.queryByText("How your price is calculated")).toBeNull();

  await userEvent.click(button);
  expect(await screen.findByText("How your price is calculated")).toBeTruthy();

  await userEvent.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  expect(screen.queryByText("How your price is calculated")).toBeNull();
});

test("the chosen distance goes along to the wizard", async () => {
  render(<Pricing />);

  await userEvent.click(screen.getByRole("radio", { name: "25–50 ft" }));

  expect(hrefOf("Check my address")).toBe("/installation-wizard?band=50");
});

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
  expect(screen.queryByText("How your price is calculated")).toBeNull();
});
