/** Budgets of each page: weight and time of the first load. */

type Budget = {
  pages: RegExp;
  /** JavaScript, gzipped, in kB: of the first load, and after scrolling to the end. */
  atFirstKb: number;
  afterScrollingKb: number;
  /** Before scrolling; absent where a page is React, of many chunks. */
  requests?: number;
  lcpMs: number;
  tbtMs: number;
};

const APPLICATION = { atFirstKb: 150, afterScrollingKb: 150, tbtMs: 150 };
const ISLANDS = { lcpMs: 1500, tbtMs: 50 };

const BUDGETS: Budget[] = [
  {
    pages: /^\/(404|faq|legal\/.*|terms\/.*)$/,
    atFirstKb: 2,
    afterScrollingKb: 2,
    requests: 8,
    lcpMs: 1200,
    tbtMs: 0,
  },
  { pages: /^\/$/, atFirstKb: 3, afterScrollingKb: 90, requests: 8, lcpMs: 1200, tbtMs: 20 },
  { pages: /^\/tx\//, atFirstKb: 3, afterScrollingKb: 140, requests: 8, lcpMs: 1400, tbtMs: 20 },
  {
    pages: /^\/generator-config$/,
    atFirstKb: 3,
    afterScrollingKb: 90,
    requests: 8,
    lcpMs: 1400,
    tbtMs: 20,
  },
  { pages: /^\/system-recommendation$/, atFirstKb: 100, afterScrollingKb: 105, ...ISLANDS },
  {
    pages: /^\/order$/,
    atFirstKb: 100,
    afterScrollingKb: 100,
    ...ISLANDS,
  },
  { pages: /^\/(verify|test-proposal)$/, atFirstKb: 95, afterScrollingKb: 95, ...ISLANDS },
  {
    pages: /^\/(installation-wizard|generator-selection|installation-date)$/,
    ...APPLICATION,
    lcpMs: 1500,
  },
  {
    pages:
      /^\/(finalize-installation|confirm-appointment|visit-payment-.*|order-payment-.*|my-booking.*)$/,
    ...APPLICATION,
    lcpMs: 2000,
  },
  // staff-sign-in.spec.ts checks the whole console.
  { pages: /^\/staff$/, atFirstKb: 300, afterScrollingKb: 300, lcpMs: 2000, tbtMs: 150 },
];

export function budgetOf(path: string): Budget {
  const budget = BUDGETS.find(({ pages }) => pages.test(path));
  if (!budget) throw new Error(`${path} has no budget: give it one in budgets.ts`);
  return budget;
}
