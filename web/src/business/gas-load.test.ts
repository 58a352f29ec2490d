import gas from "@market/gas.json";
import { expect, test } from "vitest";
import { btuFrom, cfhOf, checkMeter, generatorBtu } from "./gas-load.ts";

test("FACT-01.5 every figure of the gas check names its source, or is shown as 'about'", () => {
  const figures = [...gas.generators, ...gas.meters, ...gas.appliances.filter((a) => a.btu_h > 0)];

  const bare = figures.filter(({ source }) => !source?.name).map((each) => each);
  expect(bare.map((each) => ("name" in each ? each.name : ""))).toEqual(["AC-630"]);
});

test("the meters are in the order of their size, and the usual ones are known", () => {
  const sizes = gas.meters.map(({ cfh }) => cfh);

  expect(sizes).toEqual([...sizes].sort((one, other) => one - other));
  expect(gas.meters.map(({ name }) => name)).toContain(gas.usual_meter);
  expect(generatorBtu(gas.usual_generator)).toBe(327_000);
  expect(generatorBtu("own")).toBeNull();
});

test.each([
  [250, "", true, "AC-250 or AL-250"],
  [251, "", false, "AL-425"],
  [425, "AL-425", true, "AL-425"],
  [557, "AL-425", false, "AC-630"],
  [800, "AL-800", true, "AL-800"],
  [801, "AL-800", false, undefined],
])(
  "FACT-01.4 %i CFH on the meter '%s': enough is %s, needed is %s",
  (cfh, name, isEnough, needed) => {
    expect(checkMeter(cfh, name)).toMatchObject({ isEnough, needed: needed && { name: needed } });
  },
);

test.each([
  ["80,000", 80_000],
  ["", 0],
  ["about 5", 5],
  ["99999999", 2_000_000],
])("%j typed is %i BTU an hour", (text, btuH) => {
  expect(btuFrom(text)).toBe(btuH);
});

test("a part of a cubic foot counts as a whole one", () => {
  expect([0, 1, 65_500].map(cfhOf)).toEqual([0, 1, 66]);
});
