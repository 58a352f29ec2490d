import { expect, test } from "vitest";
import { type Arrival, requestOf, startsOver } from "./arrival.ts";

const STEP_1 = "https://standby.test/installation-wizard";
const arrival = (change: Partial<Arrival>): Arrival => ({
  url: STEP_1,
  referrer: "",
  navigation: "navigate",
  ...change,
});

test.each([
  ["no referrer", ""],
  ["the site root", "https://standby.test/"],
  ["the site root with a campaign", "https://standby.test/?utm_source=mail"],
  ["the Houston page", "https://standby.test/tx/houston/home-generator-installation"],
])("WIZ-02.5 step 1 opened from %s starts over", (_, referrer) => {
  expect(startsOver(arrival({ referrer }))).toBe(true);
});

test.each([
  ["another city", "https://standby.test/tx/katy/home-generator-installation"],
  ["the FAQ", "https://standby.test/faq"],
  ["the next step", "https://standby.test/generator-selection"],
  ["another site", "https://search.example/"],
])("WIZ-02.5 step 1 opened from %s goes on", (_, referrer) => {
  expect(startsOver(arrival({ referrer }))).toBe(false);
});

test("step 1 opened with an address goes on, from wherever", () => {
  expect(startsOver(arrival({ url: `${STEP_1}?address=1+Main` }))).toBe(false);
});

test.each(["reload", "back_forward"] as const)(
  "a %s goes on: nothing typed is lost",
  (navigation) => {
    expect(startsOver(arrival({ navigation }))).toBe(false);
  },
);

test("the link names the address, whether it is verified, and the band", () => {
  const url = `${STEP_1}?address=1%20Main%20St%2C%20Katy&validated=true&band=50`;

  expect(requestOf(arrival({ url }))).toEqual({
    address: "1 Main St, Katy",
    validated: true,
    band: { band: "medium", maxDistanceFt: 50 },
  });
});

test("only 'true' means verified, only known bands count, blanks are no address", () => {
  const url = `${STEP_1}?address=%20&validated=1&band=75`;

  expect(requestOf(arrival({ url }))).toEqual({ address: null, validated: false, band: null });
});

test("a reload does not ask again", () => {
  const url = `${STEP_1}?address=1+Main&validated=true&band=25`;

  expect(requestOf(arrival({ url, navigation: "reload" })).address).toBeNull();
});
