import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import Pricing from "./pricing.tsx";

const server = setupServer(
  http.get("*/api/price-book", () => HttpResponse.json({ code: "down" }, { status: 503 })),
);
beforeAll(() => server.listen());
afterAll(() => server.close());

test("the explainer comes when it is asked for, goes, and comes again", async () => {
  render(<Pricing />);
  const ask = screen.getByRole("button", { name: "How this price is made" });
  expect(screen.queryByText("How your price is made")).toBeNull();

  await userEvent.click(ask);
  expect(await screen.findByText("How your price is made")).toBeTruthy();

  await userEvent.click(screen.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  expect(screen.queryByText("How your price is made")).toBeNull();

  await userEvent.click(ask);
  expect(await screen.findByText("How your price is made")).toBeTruthy();
});

test("the chosen distance goes along to the wizard", async () => {
  render(<Pricing />);

  await userEvent.click(screen.getByRole("radio", { name: "25–50 ft" }));

  const start = screen.getByRole("link", { name: "Check my address" });
  expect(start.getAttribute("href")).toBe("/installation-wizard?band=50");
});
