import { beforeEach, expect, test } from "vitest";
import {
  answerErrors,
  dayLoadsOf,
  loadsOf,
  readAnswers,
  storeAnswers,
  usualHome,
  withHeating,
} from "./home-answers.ts";
import { serviceLoad } from "./service-load.ts";

beforeEach(() => sessionStorage.clear());

const totalOf = (answers: typeof usualHome): number | undefined => {
  const home = loadsOf(answers);
  return home ? serviceLoad(home).totalVa : undefined;
};

test("the answers of the code's example D2(a) come to its 21,480 VA", () => {
  const answers = {
    ...usualHome,
    floorSqFt: "1,500",
    range: "electric",
    waterHeater: "small-tank",
    cooling: "0",
    heating: "separate" as const,
    heatingKw: "9",
    heaters: "5",
  };

  expect(totalOf(answers)).toBe(21_480);
});

test("a usual home comes to 18.3 kVA", () => {
  expect(totalOf(usualHome)).toBe(18_280);
});

test.each([
  ["floorSqFt", ""],
  ["floorSqFt", "12"],
  ["floorSqFt", "big"],
  ["otherKw", "-1"],
  ["heatingKw", "900"],
  ["heaters", "0"],
] as const)("'%s' cannot be '%s': no load is guessed", (field, text) => {
  const answers = { ...usualHome, [field]: text };

  expect(Object.keys(answerErrors(answers))).toEqual([field]);
  expect(loadsOf(answers)).toBeNull();
});

test("another kind of heating comes with its usual power", () => {
  expect(withHeating(usualHome, "heat-pump")).toMatchObject({
    heating: "heat-pump",
    heatingKw: "10",
  });
  expect(withHeating(usualHome, "gas").heatingKw).toBe("0");
});

test("two air conditioners are two loads of the day", () => {
  const home = loadsOf({ ...usualHome, cooling: "8" });

  expect(home && dayLoadsOf(home).map((load) => [load.id, load.va])).toEqual([
    ["base", 12_000],
    ["cooling-1", 5000],
    ["cooling-2", 5000],
    ["dryer", 5000],
    ["dishwasher", 1200],
  ]);
});

test("answers outlive a reload, and none are there before the first", () => {
  expect(readAnswers()).toBeNull();

  storeAnswers({ ...usualHome, cooling: "5" });

  expect(readAnswers()).toEqual({ ...usualHome, cooling: "5" });
});
