/** Budgets of each page: weight and time of the first load. */

type Budget = {
  pages: RegExp;
  /** JavaScript, gzipped, in kB: of the first load, and after scrolling to the end. */
  atFirstKb: number;
  afterScrollingKb: number;
  /** Before scrolling; absent where a page is an application of many chunks. */
  requests?: number;
  lcpMs: number;
  tbtMs: number;
};

const APPLICATION = { lcpMs: 1500, tbtMs: 50 };

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
  { pages: /^\/tx\//, atFirstKb: 3, afterScrollingKb: 135, requests: 8, lcpMs: 1400, tbtMs: 20 },
  {
    pages: /^\/generator-config$/,
    atFirstKb: 3,
    afterScrollingKb: 90,
    requests: 8,
    lcpMs: 1400,
    tbtMs: 20,
  },
  { pages: /^\/system-recommendation$/, atFirstKb: 95, afterScrollingKb: 100, ...APPLICATION },
  {
    pages: /^\/installation-date$/,
    atFirstKb: 115,
    afterScrollingKb: 115,
    lcpMs: 1800,
    tbtMs: 50,
  },
  // An application loads one file per part that other pages share.
  {
    pages: /^\/installation-wizard$/,
    atFirstKb: 95,
    afterScrollingKb: 95,
    requests: 14,
    ...APPLICATION,
  },
  { pages: /^\/order$/, atFirstKb: 95, afterScrollingKb: 95, requests: 15, ...APPLICATION },
  {
    pages: /^\/(generator-selection|finalize-installation|confirm-appointment)$/,
    atFirstKb: 95,
    afterScrollingKb: 95,
    ...APPLICATION,
  },
  {
    pages: /^\/(visit-payment|order-payment)-/,
    atFirstKb: 95,
    afterScrollingKb: 95,
    ...APPLICATION,
  },
  // Its payments part is larger than any other page's.
  { pages: /^\/my-booking$/, atFirstKb: 100, afterScrollingKb: 100, ...APPLICATION },
  {
    pages: /^\/(my-booking\/photos|verify|test-proposal)$/,
    atFirstKb: 95,
    afterScrollingKb: 95,
    ...APPLICATION,
  },
  // The sign-in only; staff-sign-in.spec.ts checks the whole console.
  { pages: /^\/staff$/, atFirstKb: 130, afterScrollingKb: 130, lcpMs: 1800, tbtMs: 50 },
];

export function budgetOf(path: string): Budget {
  const budget = BUDGETS.find(({ pages }) => pages.test(path));
  if (!budget) throw new Error(`${path} has no budget: give it one in budgets.ts`);
  return budget;
}
