import { readFileSync } from "node:fs";
import colors from "@market/colors.json";
import { expect, test } from "vitest";

const tokens = readFileSync("src/styles/tokens.css", "utf8");

test("every color that a role names is in the market's palette or in the tokens", () => {
  const known = new Set(Object.keys(colors));
  for (const [, name = ""] of tokens.matchAll(/^\s*--([\w-]+):/gm)) known.add(name);
  const used = [...tokens.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name);
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((name) => !known.has(name ?? ""))).toEqual([]);
});

test("the tokens hold no color of their own", () => {
  expect(tokens.match(/#[0-9a-f]{3,8}\b|rgba?\((?!from var)|hsla?\(/gi)).toBeNull();
});
