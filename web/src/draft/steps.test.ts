import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stepNumber, steps, stepsBefore } from "./steps.ts";

const { schemas } = JSON.parse(readFileSync("../api/openapi.json", "utf8")).components;

test("the server counts as many steps as the wizard has", () => {
  expect(schemas.WizardProgressIn.properties.current_step.maximum).toBe(steps.length);
});

test("steps are counted from 1 and stand in one order", () => {
  expect(steps.map(({ name }) => stepNumber(name))).toEqual([1, 2, 3, 4]);
  expect(stepsBefore("date").map(({ name }) => name)).toEqual(["address", "generator"]);
});
