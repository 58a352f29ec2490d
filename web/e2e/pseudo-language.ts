/** What a page in the language that nobody speaks still says in English. */
import { globSync, readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { MARKET } from "../integrations/market.ts";
import { marked } from "../integrations/pseudo-language.ts";

const WEB = `${import.meta.dirname}/..`;
const messages: Record<string, unknown> = read(`${WEB}/src/messages/en.json`);

function read(path: string) {
  return JSON.parse(readFileSync(path, "utf8"));
}

/** A message of the catalog as that language has it, whatever its arguments are. */
export const said = (key: string) => new RegExp(`^${patternOf(key)}$`);

/** The same within what is said. */
export const heard = (key: string) => new RegExp(patternOf(key));

function patternOf(key: string): string {
  const message = messages[key];
  if (typeof message !== "string") throw new Error(`${key} is no message of one form`);
  return escaped(marked(message)).replace(/\\\{\w+\\\}/g, ".*");
}

// The market's folder is in the language of its operator: names, terms, what is in a package.
const ofTheMarket = globSync(`${MARKET}/*.json`)
  .flatMap((file) => texts(read(file)))
  .concat(readFileSync(`${MARKET}/coverage_zip_codes.csv`, "utf8").split(/[\n,]/))
  .filter((text) => /[A-Za-z]{3}/.test(text));

/** Texts of an answer as they were sent or stored: messages, and names of papers. */
export const storedIn = (answer: object): Set<string> =>
  new Set(texts(answer).map((text) => text.replace(/\s+/g, " ").trim()));

function texts(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(texts) : [];
}

/** Neither of the web nor of the server's catalog; each with the reason. */
const DATA = [
  // Who and where: typed by these tests
  ...[
    "Ada Lovelace",
    "Ada",
    "Lovelace",
    "Cora Crew",
    "Cora",
    "Sam",
    "Timber Ridge Dr",
    "The gate is open.",
  ],
  // Symbols of units, and of keys and digests
  ...["kWh", "kW", "SHA-256", "dB(A)"],
  // Names of the languages that are offered, brands, standards
  ...["EN", "ES", "Generac", "Guardian", "Google", "HOA", "NEC"],
  // Lines of a price are stored in English, as they are signed
  ...["Standard Installation"],
];
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const KNOWN = new RegExp(
  `(?<![a-z])(?:${[...DATA, ...ofTheMarket]
    .map((text) => escaped(text.toLowerCase()))
    .toSorted((one, other) => other.length - one.length)
    .join("|")})(?![a-z])`,
  "g",
);
const ENGLISH = /[A-Za-z]{3,}/;
// An address of a page or of mail, a file's name; a code
const ADDRESS = /\S+@[\w.]+|https?:\/\/\S+|[\w-]+\.(com|example|org|txt|pdf|jpg)\b\S*/g;
// What staff see of a customer who booked in English: the titles of mails and papers they have
const STORED = /“[^”]*”|receipt\srec-\d+|\bpdf\b/g;
const CODE = /\b[a-z0-9]*\d[a-z0-9-]*\b/g;

/** Of these texts those with words in plain letters that are no data; `stored` are texts as they were sent. */
export const englishIn = (
  shown: readonly string[],
  stored: ReadonlySet<string> = new Set(),
): string[] => [
  ...new Set(shown.filter((text) => !stored.has(text) && ENGLISH.test(withoutData(text)))),
];

function withoutData(text: string): string {
  // Lists begin the market's words with a small letter.
  return text
    .toLowerCase()
    .replace(STORED, " ")
    .replace(ADDRESS, " ")
    .replace(KNOWN, " ")
    .replace(CODE, " ");
}

const SPOKEN = ["aria-label", "aria-description", "aria-valuetext", "alt", "placeholder", "title"];

/** Every text that is seen, and what a screen reader says beside it. */
export async function shownOn(page: Page): Promise<string[]> {
  const found = [
    await page.title(),
    ...(await page.evaluate(textsOnPage)),
    ...(await page.evaluate(spokenOnPage, SPOKEN)),
  ];
  return found.map((text) => text.replace(/\s+/g, " ").trim()).filter(Boolean);
}

function textsOnPage(): string[] {
  const isSeen = ({ parentElement }: Node) =>
    parentElement?.checkVisibility() && !parentElement.closest("script, style, noscript");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode())
    if (isSeen(walker.currentNode)) found.push(walker.currentNode.textContent ?? "");
  return found;
}

const spokenOnPage = (names: string[]): string[] =>
  names.flatMap((name) =>
    [...document.querySelectorAll(`[${name}]`)]
      .filter((element) => element.checkVisibility())
      .map((element) => element.getAttribute(name) ?? ""),
  );

/** Fail on what this screen says in English; it must say something in the other language. */
export async function expectNoEnglish(page: Page, screen: string, stored?: ReadonlySet<string>) {
  const shown = await shownOn(page);
  expect.soft(shown.filter((text) => text.includes("⟦")).length, screen).toBeGreaterThan(3);
  expect.soft(englishIn(shown, stored), screen).toEqual([]);
}
