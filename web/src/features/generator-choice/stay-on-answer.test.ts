import { expect, test } from "vitest";
import { bareHome, usualHome, withHeating } from "#business/sizing/home-answers.ts";
import { stayOnTold } from "./stay-on-answer.ts";

const LISTED = { ...bareHome, cooling: "8", dryer: "electric", range: "electric" };

test("the list goes with the verdict on the generator that was chosen", () => {
  expect(stayOnTold(LISTED, "7043")).toEqual({
    floor_sq_ft: 2500,
    ac_systems: 2,
    ac_tons: 8,
    heating: "gas",
    heating_kw: 0,
    loads: { dryer: 5000, range: 12_000 },
    verdict: "in-turn",
    waiting: ["range", "cooling-2"],
  });
  expect(stayOnTold(usualHome, "7291")).toMatchObject({ verdict: "at-once", waiting: [] });
});

test("too large for it is said as such, and of an unknown model nothing", () => {
  const heated = { ...withHeating(LISTED, "central"), heatingKw: "40", floorSqFt: "9,000.4" };

  expect(stayOnTold(heated, "7043")).toMatchObject({
    floor_sq_ft: 9000,
    heating: "central",
    heating_kw: 40,
    verdict: "too-large",
    waiting: [],
  });
  expect(stayOnTold(LISTED, "9999")).toMatchObject({ verdict: null, waiting: [] });
});

test("a load that rounds to nothing is none, and without a floor area nothing was told", () => {
  expect(stayOnTold({ ...bareHome, otherKw: "0.0001" }, "7043")?.loads).toEqual({});
  expect(stayOnTold({ ...bareHome, otherKw: "1.5" }, "7043")?.loads).toEqual({ other: 1500 });
  expect(stayOnTold({ ...LISTED, floorSqFt: "big" }, "7043")).toBeNull();
});
