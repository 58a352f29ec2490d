import { salesTax } from "#business/terms.ts";
import { windowHours, windowNames } from "#business/windows.ts";
export const copy = {
  costs: "Cost breakdown",
  installation: (packageName: string, maxFeet: number) => `${packageName}, up to ${maxFeet} ft`,
  ownGenerator: "Your own generator",
  salesTax: `Sales tax, ${salesTax} on the generator`,
  permit: "Permit",
  discount: "Discount",
  total: "Total",
  appointment: "Your appointment",
  address: "Address",
  date: "Date",
  arrival: "Arrival window",
  windows: {
    morning: `${windowNames.morning}, ${windowHours.morning}`,
    afternoon: `${windowNames.afternoon}, ${windowHours.afternoon}`,
  },
  loading: "Loading your reservation...",
  missingTitle: "We could not find this reservation",
  missing:
    "It belongs to another browser or was made too long ago. Nothing was charged by opening this page.",
  startAgain: "Start a new estimate",
  failedTitle: "Your reservation did not load",
  failed: "Nothing is lost. Check your connection and try again, or call us:",
  tryAgain: "Try again",
} as const;
