import { render, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { renderToString } from "react-dom/server";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { BandList } from "./band-list.tsx";
import Order from "./order.tsx";

const server = setupServer(
  http.get("*/api/price-book", () =>
    HttpResponse.json({
      bands: [],
      generators: [],
      townships: [],
      prices: [
        { band: "close", installation_cents: 4_990_00 },
        { band: "medium", installation_cents: 6_111_00 },
      ],
    }),
  ),
);
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => {
  server.resetHandlers();
  history.replaceState(null, "", "/order");
});
afterAll(() => server.close());

function open(query: string) {
  history.replaceState(null, "", `/order${query}`);
  render(<Order />);
}

test("DIST-01.6 shows the band, the server's price for it and the way into the wizard", async () => {
  open("?band=50");

  expect(screen.getByText("Your distance: up to 50 ft")).toBeTruthy();
  expect(await screen.findByText("$6,111")).toBeTruthy();
  const on = screen.getByRole("link", { name: "Continue with this distance" });
  expect(on.getAttribute("href")).toBe("/installation-wizard?band=50");
});

test.each(["", "?band=99", "?band="])("/order%s shows the helper itself", (query) => {
  open(query);

  expect(screen.getByText("Pick the generator spot")).toBeTruthy();
});

test("prices that do not load are the default values, and it says so", async () => {
  server.use(http.get("*/api/price-book", () => HttpResponse.json({}, { status: 503 })));
  open("?band=150");

  expect(await screen.findByText("Error loading pricing data. Using default values.")).toBeTruthy();
  expect(screen.getByText("$7,490")).toBeTruthy();
});

test("all three bands and prices are there without a script", () => {
  const page = renderToString(<BandList />);

  for (const words of ["/order?band=25", "$4,990", "/order?band=50", "$5,990", "$7,490"])
    expect(page).toContain(words);
});
