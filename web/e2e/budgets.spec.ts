import { expect, test } from "@playwright/test";
import { builtPages, scrollThrough } from "./pages.ts";
import { inWords, weighScripts } from "./weight.ts";

/** What a page may weigh in JavaScript, gzipped: at first, and after scrolling to its end. */
type Budget = { pages: RegExp; atFirstKb: number; afterScrollingKb: number };

const BUDGETS: Budget[] = [
  { pages: /^\/(404|faq|legal\/.*|terms\/.*)$/, atFirstKb: 2, afterScrollingKb: 2 },
  { pages: /^\/$/, atFirstKb: 3, afterScrollingKb: 90 },
  { pages: /^\/tx\//, atFirstKb: 3, afterScrollingKb: 135 },
  { pages: /^\/generator-config$/, atFirstKb: 3, afterScrollingKb: 90 },
  { pages: /^\/system-recommendation$/, atFirstKb: 95, afterScrollingKb: 100 },
  { pages: /^\/installation-date$/, atFirstKb: 115, afterScrollingKb: 115 },
  {
    pages:
      /^\/(order|installation-wizard|generator-selection|finalize-installation|confirm-appointment)$/,
    atFirstKb: 95,
    afterScrollingKb: 95,
  },
  { pages: /^\/(visit-payment|order-payment)-/, atFirstKb: 95, afterScrollingKb: 95 },
  {
    pages: /^\/(my-booking|my-booking\/photos|verify|test-proposal)$/,
    atFirstKb: 95,
    afterScrollingKb: 95,
  },
  // The door; the whole console is weighed in staff-sign-in.spec.ts.
  { pages: /^\/staff$/, atFirstKb: 130, afterScrollingKb: 130 },
];

const ENERGY_TOLD = JSON.stringify({
  address: "1204 Timber Ridge Dr, The Woodlands, TX 77380",
  electricBill: "180",
  kwhUsage: "",
});

for (const path of [...builtPages, "/404"]) {
  test(`${path} keeps its budget of JavaScript`, async ({ page }) => {
    const budget = BUDGETS.find(({ pages }) => pages.test(path));
    expect(budget, `${path} has no budget: give it one here`).toBeDefined();
    const weigh = weighScripts(page);
    // Without it /system-recommendation leads elsewhere before it is weighed.
    await page.addInitScript(
      (told) => window.sessionStorage.setItem("energyData", told),
      ENERGY_TOLD,
    );

    await page.goto(path);
    const atFirst = await weigh();
    await scrollThrough(page);
    const scrolled = await weigh();

    console.log(`${path}: ${inWords(atFirst)} kB, then ${inWords(scrolled)} kB`);
    expect(atFirst.gzipKb).toBeLessThanOrEqual(budget?.atFirstKb ?? 0);
    expect(scrolled.gzipKb).toBeLessThanOrEqual(budget?.afterScrollingKb ?? 0);
  });
}
