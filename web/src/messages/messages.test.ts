import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const SOURCES = globSync("src/**/*.{ts,tsx,astro}", { exclude: ["src/paraglide/**"] });
const keys = Object.keys(JSON.parse(readFileSync("src/messages/en.json", "utf8"))).filter(
  (key) => !key.startsWith("$"),
);

test("every message is shown somewhere, and the catalog is in order", () => {
  const used = new Set(
    SOURCES.flatMap((path) => readFileSync(path, "utf8").match(/(?<=\bm\.)[a-z0-9_]+/g) ?? []),
  );
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
  expect(keys).toEqual(keys.toSorted());
});
