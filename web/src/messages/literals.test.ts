/**
 * Every word for people is a message or stands in content/, where each language has its own; every
 * date, amount and list is in the locale of the build.
 */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { wordsInCode } from "./literals.setup.ts";

const SOURCES = globSync("src/**/*.{ts,tsx,astro}", { exclude: ["src/paraglide/**"] }).filter(
  (path) =>
    !/\.(test|setup|fixtures|gen|d)\.ts|src\/(content\/en|fixtures|test-support)/.test(path),
);

// Literals that look like words for people, and why they stay.
const ALLOWED: Record<string, readonly string[]> = {
  "symbols, the same in every language": [
    "kW",
    "VA",
    "SHA-256",
    "JPG",
    "PDF",
    "EN",
    "ES",
    "… kW",
    "… MB",
    "… kB",
  ],
  "a name and a symbol": ["· … kW · …", "… …, … kW", "… … kW", "Generac"],
  "what the server calls it": ["flat rate", "Load management module", "…, … county"],
  "keys of drafts, of one press": [
    ...["cancel …", "conversation …", "hoa …", "note …", "retry …", "message … …", "refund …"],
    ...["move …", "accept …"],
  ],
  "the log's": [
    ...["staff console", "wizard step", "my booking", "key refused", "wizard event not recorded"],
    ...["wizard step not saved", "a later keystroke asked again", "no suggestions in time"],
    ...["the store did not answer", "given up", "Problem", "Unfit"],
  ],
  "of operators: where a figure is from": [
    "Generac 26 kW specification sheet: 5-year limited warranty",
    "Generac specification sheet of the model",
    "the 26 kW's enclosure; this model's sheet is not on file",
    "its gas flow (247 ft³/h) beside the 26 kW's (333 ft³/h, 22.5 kW)",
    "what is usual for this model; its sheet is not on file",
    "1 % less per 10 °F above 60 to 77 °F, by manual",
  ],
};
// Commands to type, and marks of kinds of files
const CODE = /openssl|base64|signed\.txt|ftyp|\bheic\b|3gp4|iso2/;
const allowed = new Set(Object.values(ALLOWED).flat());

const found = (source: string, path: string) =>
  wordsInCode(source, path).filter((words) => {
    const text = words.replace(/^\d+: /, "").trim();
    return !allowed.has(text) && !CODE.test(text);
  });

test("WORDS-01.1 no word for people stands in code", () => {
  const words = SOURCES.flatMap((path) =>
    found(readFileSync(path, "utf8"), path).map((each) => `${path}:${each}`),
  );

  expect(SOURCES.length).toBeGreaterThan(400);
  expect(words).toEqual([]);
}, 90_000);

test.each([
  "const part = <p>Close the window</p>;",
  "const part = <p>{count} left</p>;",
  'const part = <p>{isKept ? "kept" : words}</p>;',
  'const part = <img alt="A brick wall" />;',
  `const part = <p title={\`Dismiss: \${title}\`} />;`,
  'const names = { morning: "Morning" };',
  `const reach = (feet: number) => \`\${feet} ft, on foot\`;`,
  'const more = town + ", or another city we cover";',
  'showToast("It is saved.");',
  'const text = "Pad, gas tie-in and startup";',
])("a word in code would be found: %s", (source) => {
  expect(found(source, "part.tsx")).toHaveLength(1);
});

test("a word in the markup of a page would be found, at its line", () => {
  const page = "---\nconst a = 1;\n---\n\n<Site>\n  <h1>Our reviews</h1>\n</Site>\n";

  expect(found(page, "reviews.astro").map((each) => each.replace(/^\d+: /, ""))).toEqual([
    "Our reviews",
  ]);
});

test.each([
  '<p className="flex items-center gap-2">{m.close()}</p>;',
  'import { close } from "the window";',
  'const isWide = matchMedia("(min-width: 40rem) and (pointer: fine)");',
  'logQuietly("the window was not closed");',
  'const CARDS = { first: "border-chosen shadow-md", other: "border-line" };',
  'if (key === "Enter") press();',
])("what no reader sees is none: %s", (source) => {
  expect(found(source, "part.tsx")).toEqual([]);
});

const OWN_LOCALE = /"en-US"|toLocale(Date|Time)?String\(\s*["')]|Intl\.\w+\(\s*["')]/;

test("dates, amounts and lists are in the locale of the build", () => {
  const typed = SOURCES.filter((path) => OWN_LOCALE.test(readFileSync(path, "utf8")));

  expect(typed).toEqual([]);
});

test.each([
  'new Intl.NumberFormat("en-US")',
  "count.toLocaleString()",
  'new Intl.ListFormat("de")',
])("a locale of its own would be found: %s", (code) => {
  expect(code).toMatch(OWN_LOCALE);
  expect("count.toLocaleString(locale)").not.toMatch(OWN_LOCALE);
});
