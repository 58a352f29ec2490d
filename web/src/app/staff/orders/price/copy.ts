import type { StaffOrder } from "#api/staff-orders.ts";
import type { BadgeTone } from "#ui/badge.tsx";

type Status = StaffOrder["price"]["status"];

export const priceWords = {
  title: "Price",
  states: {
    promised: "Promised, not locked",
    change_proposed: "Higher price waits for the customer",
    locked: "Locked",
  } satisfies Record<Status, string>,
  installation: (name: string, feet: number) => `${name}, up to ${feet} ft`,
  confirmedRun: (feet: number) => `Confirmed run: ${feet} ft`,
  ownGenerator: "Customer's own generator",
  generator: (brand: string, model: string) => `${brand} ${model}`,
  tax: "Sales tax",
  permit: "Permit",
  discount: "Discount",
  total: "Total",
  receipt: "Price receipt",
  version: (version: number) => `version ${version}`,
  change: (percent: string, was: string, becomes: string) =>
    `${percent} more: from ${was} to ${becomes}`,
  changeReason: (reason: string) => `Reason: ${reason}`,
  changeAsked: (when: string) => `Asked on ${when}. Only the customer can answer, on their page.`,
  refundable: "If they decline, the site-visit fee comes back to them.",
} as const;

export const priceTones = {
  promised: "info",
  change_proposed: "warning",
  locked: "success",
} satisfies Record<Status, BadgeTone>;
