import colors from "@market/colors.json";
import { expect, test } from "vitest";
import { paletteColour } from "./palette.ts";

test.each(Object.entries(colors))("the token %s is the market's color", (name, color) => {
  expect(paletteColour(name)).toBe(color);
});
