import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { m } from "#paraglide/messages.js";
import { hrefOf, serving } from "#test-support.ts";
import { BandList } from "./band-list.tsx";
import DistanceStrip from "./distance-strip.tsx";
import Order from "./order.tsx";

const server = serving(
  http.get("*/api/price-book", () =>
    HttpResponse.json({
      bands: [],
      generators: [],
      townships: [],
      prices: [
        { band: "close", shown: { installation_cents: 4_990_00 } },
        { band: "medium", shown: { installation_cents: 6_111_00 } },
      ],
    }),
  ),
);
afterEach(() => {
  history.replaceState(null, "", "/order");
});

function open(query: string) {
  history.replaceState(null, "", `/order${query}`);
  render(<Order />);
}

test("DIST-01.6 shows the band, the server's price for it and the way on", async () => {
  open("?band=50");

  expect(await screen.findByText("Your distance: up to 50 ft")).toBeTruthy();
  expect(await screen.findByText("$6,111")).toBeTruthy();
  expect(hrefOf("Continue with this distance")).toBe("/installation-wizard?band=50");
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

test("EVT-01.4 the tracker hears of the modal", async () => {
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);
  render(<DistanceStrip />);

  await userEvent.click(screen.getByRole("link", { name: m.distance_helper_open() }));
  await userEvent.click(screen.getByRole("button", { name: "Close" }));

  expect(gtag.mock.calls.map(([, name]) => name)).toEqual([
    "distance_modal_opened",
    "distance_modal_closed",
  ]);
});
