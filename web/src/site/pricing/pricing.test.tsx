import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { hrefOf, serving } from "#test-support.ts";
import Pricing from "./pricing.tsx";

serving(http.get("*/api/price-book", () => HttpResponse.json({ code: "down" }, { status: 503 })));

test("the explainer comes when it is asked for, and goes", async () => {
  render(<Pricing />);
  const button = screen.getByRole("button", { name: "How this price is made" });
  expect(screen.queryByText("How your price is made")).toBeNull();

  await userEvent.click(button);
  expect(await screen.findByText("How your price is made")).toBeTruthy();

  await userEvent.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  expect(screen.queryByText("How your price is made")).toBeNull();
});

test("the chosen distance goes along to the wizard", async () => {
  render(<Pricing />);

  await userEvent.click(screen.getByRole("radio", { name: "25–50 ft" }));

  expect(hrefOf("Check my address")).toBe("/installation-wizard?band=50");
});
