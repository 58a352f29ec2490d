import { expect, test } from "vitest";
import { jobQuery } from "#business/prices.ts";
import { jobOf, requestOf, startsOver, type WizardEntry } from "./wizard-entry.ts";

const STEP_1 = "https://standby.test/installation-wizard";
const anEntry = (change: Partial<WizardEntry>): WizardEntry => ({
  url: STEP_1,
  referrer: "",
  navigation: "navigate",
  ...change,
});

test.each([
  ["no referrer", "", true],
  ["the site root", "https://standby.test/", true],
  ["the site root with a campaign", "https://standby.test/?utm_source=mail", true],
  ["the Houston page", "https://standby.test/tx/houston/home-generator-installation", true],
  ["another city", "https://standby.test/tx/katy/home-generator-installation", false],
  ["the FAQ", "https://standby.test/faq", false],
  ["the next step", "https://standby.test/generator-selection", false],
  ["another site", "https://search.example/", false],
])("WIZ-02.5 step 1 opened from %s starts over: %3$s", (_, referrer, isAnew) => {
  expect(startsOver(anEntry({ referrer }))).toBe(isAnew);
});

test.each<[string, Partial<WizardEntry>]>([
  ["an address", { url: `${STEP_1}?address=1+Main` }],
  ["a reload", { navigation: "reload" }],
  ["a way back", { navigation: "back_forward" }],
])("step 1 opened with %s goes on: nothing typed is lost", (_, change) => {
  expect(startsOver(anEntry(change))).toBe(false);
});

test("the link names an address, whether it is verified, and a band; a reload asks nothing", () => {
  const url = `${STEP_1}?address=1%20Main%20St%2C%20Katy&validated=true&band=50`;

  expect(requestOf(anEntry({ url }))).toEqual({
    address: "1 Main St, Katy",
    validated: true,
    band: { band: "medium", maxDistanceFt: 50 },
    generator: null,
  });

  const none = `${STEP_1}?address=%20&validated=1&band=75`;
  expect(requestOf(anEntry({ url: none }))).toEqual({
    address: null,
    validated: false,
    band: null,
    generator: null,
  });
  expect(requestOf(anEntry({ url, navigation: "reload" })).address).toBeNull();
});

test("GUIDE-02.5 the calculator's choice is in the link, and read from it", () => {
  const job = { band: "medium" as const, generator: "7291", township: "woodlands" };
  const link = new URL(jobQuery(job), STEP_1);

  expect(jobOf(link.search)).toEqual(job);
  expect(requestOf(anEntry({ url: link.href }))).toMatchObject({
    band: { band: "medium" },
    generator: "7291",
  });
  expect(jobOf("?band=50")).toBeNull();
});
