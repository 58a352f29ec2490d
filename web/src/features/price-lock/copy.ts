import type { BookedPrice } from "#api/my-booking.ts";
import { salesTax } from "#business/terms.ts";

export const copy = {
  title: "Your price",
  badges: {
    promised: "Promised",
    change_proposed: "Needs your answer",
    locked: "Locked",
  } satisfies Record<BookedPrice["status"], string>,
  promised: (maxFeet: number) =>
    `Promised for a run of up to ${maxFeet} ft. Your photos confirm it: a shorter run makes it lower, and more work is never done without asking you first.`,
  locked: (day: string) => `Locked on ${day}. It does not change any more unless you ask for more.`,
  lockedRun: (feet: number) => `Confirmed run: ${feet} ft`,
  installation: (packageName: string, maxFeet: number) => `${packageName}, up to ${maxFeet} ft`,
  ownGenerator: "Your own generator",
  tax: `Sales tax, ${salesTax} on the generator`,
  permit: "Permit",
  discount: "Discount",
  total: "Total",
  version: (version: number) => `Version ${version}`,
  receipt: "Price receipt",
  receiptNote: "Signed by us. Anybody you show it to can check that we really promised this price.",
  check: "Check it",
} as const;
