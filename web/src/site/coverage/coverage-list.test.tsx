import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { builtRegions } from "./built-regions.ts";
import { CoverageList, countZips, filterRegions, regionOf, regionsFrom } from "./coverage-list.tsx";
import { allowGoogleMap } from "./google-map-policy.ts";

const REGIONS = [
  { name: "Central Houston", zipCodes: ["77002", "77003", "77004", "77006", "77007", "77008"] },
  { name: "Northeast", zipCodes: ["77338", "77339"] },
];

function show(selected: string | null = null) {
  const onSelect = vi.fn();
  render(<CoverageList regions={REGIONS} selected={selected} onSelect={onSelect} />);
  return onSelect;
}

const search = (words: string) =>
  userEvent.type(
    screen.getByRole("searchbox", { name: "City, county, region or ZIP code" }),
    words,
  );
const region = (name: RegExp) =>
  within(screen.getByRole("heading", { name }).parentElement as HTMLElement);
const zips = (name: RegExp) =>
  region(name)
    .getAllByRole("listitem")
    .filter((item) => item.closest("details:not([open])") === null)
    .map(({ textContent }) => textContent?.slice(0, 5));

test("COVMAP-02.2 five ZIP codes a region, all on View All, five again on Show Less", async () => {
  show();
  const fold = region(/Central Houston/)
    .getByText("View All")
    .closest("summary") as HTMLElement;
  expect(fold.textContent).toBe("View AllShow Less Central Houston");
  expect(zips(/Central Houston/)).toEqual(["77002", "77003", "77004", "77006", "77007"]);

  await userEvent.click(fold);
  expect(zips(/Central Houston/)).toHaveLength(6);

  await userEvent.click(fold);
  expect(zips(/Central Houston/)).toHaveLength(5);
});

test("COVMAP-02.3 COVMAP-02.4 found by a part of its name; else it is said", async () => {
  show();
  expect(region(/Northeast/).queryByText("View All")).toBeNull();
  await search("north");

  expect(screen.getAllByRole("heading")).toHaveLength(1);
  expect(zips(/Northeast/)).toEqual(["77338", "77339"]);
  expect(screen.getByRole("status").textContent).toBe("1 region");

  await search("Dallas");
  expect(screen.getByText('No coverage areas found matching "northDallas"')).toBeTruthy();
  expect(screen.queryAllByRole("listitem")).toEqual([]);
  const check = screen.getByRole("link", { name: /^Check your address/ });
  expect(check.getAttribute("href")).toBe("/#quote");
});

test("every ZIP code can be shown on the map by keyboard", async () => {
  const onSelect = show("77338");
  const chosen = screen.getByRole("button", { name: "77338 on the map" });
  expect(chosen.getAttribute("aria-pressed")).toBe("true");

  screen.getByRole("button", { name: "77339 on the map" }).focus();
  await userEvent.keyboard("{Enter}");

  expect(onSelect).toHaveBeenCalledExactlyOnceWith("77339");
});

test("without a script the whole list is there", () => {
  const page = renderToString(
    <CoverageList regions={REGIONS} selected={null} onSelect={() => {}} />,
  );

  for (const { zipCodes } of REGIONS) for (const zip of zipCodes) expect(page).toContain(zip);
});

const regions = regionsFrom([
  { zip_code: "77494", region: "West Houston" },
  { zip_code: "77002", region: "Central Houston" },
  { zip_code: "77450", region: "West Houston" },
  { zip_code: "77339", region: "Northeast" },
]);

const names = (search: string) => filterRegions(regions, search).map(({ name }) => name);

test("regions stand by name, their ZIP codes in order", () => {
  expect(regions).toEqual([
    { name: "Central Houston", zipCodes: ["77002"] },
    { name: "Northeast", zipCodes: ["77339"] },
    { name: "West Houston", zipCodes: ["77450", "77494"] },
  ]);
  expect(countZips(regions)).toBe(4);
});

test.each([
  ["", ["Central Houston", "Northeast", "West Houston"]],
  ["  ", ["Central Houston", "Northeast", "West Houston"]],
  ["WEST", ["West Houston"]],
  [" houston ", ["Central Houston", "West Houston"]],
  ["7733", ["Northeast"]],
  ["0", ["Central Houston", "West Houston"]],
  ["Dallas", []],
])("%j finds %j", (search, matches) => {
  expect(names(search)).toEqual(matches);
});

test("a region found by name is whole, one found by ZIP code keeps those", () => {
  expect(filterRegions(regions, "west")[0]?.zipCodes).toEqual(["77450", "77494"]);
  expect(filterRegions(regions, "774")[0]?.zipCodes).toEqual(["77450", "77494"]);
  expect(filterRegions(regions, "494")[0]?.zipCodes).toEqual(["77494"]);
});

test("A11Y-01.6 a city or a county finds its ZIP codes", () => {
  const served = regionsFrom([
    { zip_code: "77449", region: "West Houston", city: "Katy", county: "Harris" },
    { zip_code: "77494", region: "West Houston", city: "Katy", county: "Fort Bend" },
    { zip_code: "77478", region: "Sugar Land Area", city: "Sugar Land", county: "Fort Bend" },
  ]);
  const found = (search: string) => filterRegions(served, search).flatMap((one) => one.zipCodes);

  expect(found(" katy ")).toEqual(["77449", "77494"]);
  expect(found("Fort Bend County")).toEqual(["77478", "77494"]);
  expect(found("dallas")).toEqual([]);
});

test("COVMAP-03.4 a town with its ZIP code is found, as are each alone", () => {
  const served = regionsFrom([
    { zip_code: "77449", region: "West Houston", city: "Katy", county: "Harris" },
    { zip_code: "77450", region: "West Houston", city: "Katy", county: "Harris" },
    { zip_code: "77478", region: "Sugar Land Area", city: "Sugar Land", county: "Fort Bend" },
  ]);
  const found = (search: string) => filterRegions(served, search).flatMap((one) => one.zipCodes);

  for (const one of ["Katy 77450", "katy, tx 77450", "Katy, Texas, 77450-1234", "77450"])
    expect(found(one), one).toEqual(["77450"]);
  for (const all of ["katy", "Katy,", "Katy, TX", "Katy 774"])
    expect(found(all), all).toEqual(["77449", "77450"]);
  expect(found("Sugar Land 77450")).toEqual([]);
  expect(filterRegions(regions, "Katy 77450").map(({ name }) => name)).toEqual(["West Houston"]);
});

test("the popup's region is the ZIP code's, or none", () => {
  expect(regionOf(regions, "77339")).toBe("Northeast");
  expect(regionOf(regions, "10001")).toBeNull();
});

test("COVMAP-02.1 the ten regions of the specification", () => {
  expect(builtRegions.map(({ name }) => name)).toEqual([
    "Central Houston",
    "Galleria/Uptown",
    "Galveston & Bay Area",
    "Northeast",
    "Northwest",
    "South Houston",
    "Southeast",
    "Southwest",
    "Sugar Land Area",
    "West Houston",
  ]);
});

test("115 ZIP codes or more, each in one region", () => {
  const all = builtRegions.flatMap(({ zipCodes }) => zipCodes);

  expect(all.length).toBeGreaterThanOrEqual(115);
  expect(new Set(all).size).toBe(all.length);
});

const policy = () => ({
  insertDirective: vi.fn(),
  insertScriptResource: vi.fn(),
  insertStyleResource: vi.fn(),
});

test("only pages built for Google let in its script, its pictures and its inline styles", () => {
  const [without, withKey] = [policy(), policy()];

  allowGoogleMap(without, false);
  allowGoogleMap(withKey, true);

  for (const insert of Object.values(without)) expect(insert).not.toHaveBeenCalled();
  expect(withKey.insertScriptResource.mock.calls.flat()).toEqual([
    "'self'",
    "https://maps.googleapis.com",
  ]);
  expect(withKey.insertStyleResource.mock.calls.flat()).toContainEqual({
    resource: "'unsafe-inline'",
    kind: "element",
  });
  expect(withKey.insertDirective.mock.calls.flat().join()).toContain(
    "img-src https://*.googleapis",
  );
});
