import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { serving } from "#test-support.ts";
import { DistanceBandPicker } from "./distance-band-picker.tsx";
import { PackageContents } from "./package-contents.tsx";
import { bandOf } from "./use-packages.ts";

const PACKAGES = [
  { id: 1, name: "Close", description: "On the same wall", max_distance_feet: 25, price: 4990 },
  { id: 2, name: "Medium", description: "Around a corner", max_distance_feet: 50, price: 5990 },
];
const PATH = "*/api/installation-packages";
const server = serving();

const inQueries = (children: ReactNode) => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(<QueryClientProvider client={queries}>{children}</QueryClientProvider>);
};
function showPicker(packages: typeof PACKAGES | null) {
  const answer = () =>
    packages ? HttpResponse.json(packages) : HttpResponse.json({}, { status: 500 });
  server.use(http.get(PATH, answer));
  const onChoose = vi.fn();
  inQueries(
    <DistanceBandPicker
      value="close"
      installationCents={() => 499000}
      onChoose={onChoose}
      below={null}
    />,
  );
  return onChoose;
}
function showContents(part: string, body: object[] | null) {
  const other = part === "bonus-items" ? "included-services" : "bonus-items";
  const answer = () => (body ? HttpResponse.json(body) : HttpResponse.json({}, { status: 500 }));
  server.use(
    http.get(`${PATH}/1/${part}`, answer),
    http.get(`${PATH}/1/${other}`, () => HttpResponse.json([])),
  );
  inQueries(<PackageContents packageId={1} />);
}

test.each([
  ["on error", null],
  ["when there are none", []],
])("WIZ-03.4 says 'No installation packages available.' %s", async (_, packages) => {
  showPicker(packages);
  expect(await screen.findByText("No installation packages available.")).toBeTruthy();
});

test("packages that did not load are there after trying again", async () => {
  showPicker(null);
  const again = await screen.findByRole("button", { name: "Try again" });

  server.use(http.get(PATH, () => HttpResponse.json(PACKAGES)));
  await userEvent.click(again);

  expect(await screen.findByRole("radio", { name: /25–50 ft/ })).toBeTruthy();
});

test("WIZ-03.2 WIZ-03.4 a band, the first 'Popular', is chosen", async () => {
  const onChoose = showPicker(PACKAGES);
  expect(screen.getByText("Loading installation packages...")).toBeTruthy();

  await userEvent.click(await screen.findByRole("radio", { name: /25–50 ft/ }));

  expect(screen.getByRole("radio", { name: /0–25 ft.*Popular/ })).toBeTruthy();
  expect(screen.getAllByText("Popular")).toHaveLength(1);
  expect(screen.getAllByText("$4,990").length).toBe(2);
  expect(screen.getByRole("img", { name: /generator 0–25 ft from it/ })).toBeTruthy();
  expect(onChoose).toHaveBeenCalledWith(PACKAGES[1], "medium");
});

test.each([
  [25, "close"],
  [50, "medium"],
  [150, "far"],
  [160, "160"],
])("a package for up to %i ft is the band %s", (max_distance_feet, band) => {
  expect(bandOf({ ...PACKAGES[0], max_distance_feet } as (typeof PACKAGES)[number])).toBe(band);
});

test.each([
  ["included-services", null, "Error loading package services"],
  ["included-services", [], "No services available for this package"],
  ["bonus-items", null, "Error loading bonus items"],
  ["bonus-items", [], "No bonus items for this package"],
] as const)("WIZ-03.4 %s answered with %j: %s", async (part, body, words) => {
  showContents(part, body as object[] | null);
  expect(await screen.findByText(words)).toBeTruthy();
});

test("WIZ-03.3 bonuses are listed with their retail value struck through", async () => {
  const bonus = { id: 1, bonus_name: "26R battery", retail_value_cents: 6974 };
  showContents("bonus-items", [bonus]);

  expect(screen.getByText("Loading bonus items...")).toBeTruthy();
  await screen.findByText("26R battery");
  expect(screen.getByText("$69.74").tagName).toBe("S");
});

test("WIZ-03.3 the services of the chosen package are listed", async () => {
  showContents("included-services", [
    { service_name: "Permits", service_description: "Filed for you", display_order: 1 },
  ]);

  expect(await screen.findByText("Permits")).toBeTruthy();
  expect(screen.getByText("Filed for you")).toBeTruthy();
});
