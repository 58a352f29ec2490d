/** Every kind of page: the booking step it follows, and the first interaction measured. */
import type { Page } from "@playwright/test";
import { ADDRESS, openDays } from "../e2e/wizard.ts";

export type Route = {
  path: string;
  /** Booking step whose stored browser state the visit starts with. */
  after?: string;
  /** Time the page waits on purpose before it shows its result. */
  waitsMs?: number;
  /** The interaction, as text for the table. */
  does: string;
  use: (page: Page) => Promise<void>;
};

const taps = (selector: string) => (page: Page) => page.locator(selector).first().tap();
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name }).first().tap();

async function typesAddress(page: Page) {
  const box = page.getByRole("combobox", { name: /address/i }).first();
  await box.tap();
  await box.pressSequentially("12 Oak", { delay: 60 });
}

async function choosesBand(page: Page) {
  await page.getByRole("radio", { name: /0.25 ft/ }).tap();
  await page.getByRole("radio", { name: /25.50 ft/ }).tap();
}

async function choosesGenerator(page: Page) {
  await page.getByRole("radio", { name: "22 kW" }).tap();
  await page.getByRole("radio", { name: "26 kW" }).tap();
}

async function choosesDay(page: Page) {
  await page.getByRole("button", { name: "Next week" }).tap();
  await openDays(page).first().getByRole("button").tap();
}

async function ticksAll(page: Page) {
  await page.getByRole("checkbox").first().waitFor();
  for (const box of await page.getByRole("checkbox").all()) await box.tap();
}

export const ROUTES: Route[] = [
  { path: "/", does: "types an address", use: typesAddress },
  { path: "/tx/houston/home-generator-installation", does: "types an address", use: typesAddress },
  { path: "/faq", does: "opens a question", use: taps("main summary") },
  { path: "/legal/terms", does: "opens the menu", use: button("Menu") },
  { path: "/404", does: "opens the menu", use: button("Menu") },
  {
    path: "/generator-config",
    does: "opens the energy questions",
    use: button("See My Recommended Generator"),
  },
  {
    path: "/system-recommendation",
    after: "energy",
    does: "opens the menu",
    use: button("Menu"),
  },
  { path: "/order", does: "ticks what the spot must have", use: ticksAll },
  { path: "/installation-wizard", does: "types an address", use: typesAddress },
  {
    path: `/installation-wizard?address=${encodeURIComponent(ADDRESS)}&validated=true`,
    does: "chooses bands",
    use: choosesBand,
  },
  {
    path: "/generator-selection",
    after: "wizard-1-distance",
    does: "chooses generators",
    use: choosesGenerator,
  },
  {
    path: "/installation-date",
    after: "wizard-2-generator",
    does: "turns the calendar, chooses a day",
    use: choosesDay,
  },
  { path: "/finalize-installation", after: "wizard-4-finalize", does: "agrees", use: ticksAll },
  { path: "/confirm-appointment", after: "thank-you", does: "taps", use: taps("h1") },
  {
    path: "/visit-payment-success",
    after: "thank-you",
    waitsMs: 1000,
    does: "taps",
    use: taps("h1"),
  },
  {
    path: "/visit-payment-cancelled",
    after: "wizard-4-finalize",
    does: "taps",
    use: taps("h1"),
  },
  {
    path: "/order-payment-success?sessionId=cs_test_nobody_knows_me",
    waitsMs: 2000,
    does: "taps",
    use: taps("h1"),
  },
  {
    path: "/my-booking",
    after: "thank-you",
    does: "opens the account",
    use: taps(".ledger summary"),
  },
  { path: "/my-booking/photos", after: "thank-you", does: "taps", use: taps("h1") },
  { path: "/verify", does: "types a code", use: (page) => types(page, "Code") },
  { path: "/test-proposal", does: "types an order", use: (page) => types(page, /order/i) },
  { path: "/staff", does: "types an e-mail", use: (page) => types(page, "E-mail") },
];

async function types(page: Page, label: string | RegExp) {
  const field = page.getByRole("textbox", { name: label }).first();
  await field.tap();
  await field.pressSequentially("A1B2C3", { delay: 60 });
}
