/** Budgets of each page: the weight of its first load. Times: ops/lighthouse.py. */

type Budget = {
  pages: RegExp;
  /** JavaScript, gzipped, in kB: of the first load, and after scrolling to the end. */
  atFirstKb: number;
  afterScrollingKb: number;
  /** Before scrolling; absent where a page is React, of many chunks. */
  requests?: number;
};

const APPLICATION = { atFirstKb: 150, afterScrollingKb: 150 };

const BUDGETS: Budget[] = [
  {
    pages: /^\/(404|faq|legal\/.*|terms\/.*)$/,
    atFirstKb: 2,
    afterScrollingKb: 2,
    requests: 8,
  },
  { pages: /^\/$/, atFirstKb: 3, afterScrollingKb: 92, requests: 8 },
  { pages: /^\/tx\//, atFirstKb: 3, afterScrollingKb: 140, requests: 8 },
  {
    pages: /^\/generator-config$/,
    atFirstKb: 3,
    afterScrollingKb: 90,
    requests: 8,
  },
  { pages: /^\/system-recommendation$/, atFirstKb: 100, afterScrollingKb: 111 },
  { pages: /^\/(order|verify|test-proposal)$/, atFirstKb: 95, afterScrollingKb: 95 },
  {
    pages: /^\/(installation-wizard|generator-selection|installation-date)$/,
    ...APPLICATION,
  },
  {
    pages:
      /^\/(finalize-installation|confirm-appointment|visit-payment-.*|order-payment-.*|my-booking.*)$/,
    ...APPLICATION,
  },
  // staff-sign-in.spec.ts checks the whole console.
  { pages: /^\/staff$/, atFirstKb: 300, afterScrollingKb: 300 },
];

export function budgetOf(path: string): Budget {
  const budget = BUDGETS.find(({ pages }) => pages.test(path));
  if (!budget) throw new Error(`${path} has no budget: give it one in budgets.ts`);
  return budget;
}
