import { salesTax } from "#business/terms.ts";
export const priceWords = {
  title: "Your price",
  installation: "Installation",
  ownGenerator: "Your own generator",
  permit: "Permit",
  atCost: "billed at cost",
  tax: "Sales tax",
  taxNote: `${salesTax} on the generator only`,
  discount: "Discount",
  total: "Total",
  dueNow: "Due today to hold your date",
  dueNowNote: "Credited in full to your installation.",
  dueLater: "The rest is due in milestones, after your photos confirm the price.",
  loading: "Loading pricing data...",
  failed: "Prices did not load. You can go on: we confirm the total before you pay anything.",
};
