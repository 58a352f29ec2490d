import { expect, test } from "vitest";
import { countZips, filterRegions, regionOf, regionsFrom } from "./regions.ts";

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

test("the popup's region is the ZIP code's, or none", () => {
  expect(regionOf(regions, "77339")).toBe("Northeast");
  expect(regionOf(regions, "10001")).toBeNull();
});
