import { limitOf } from "#business/bands.ts";
import { longestFlatRunFt, milestoneShares, salesTax, siteVisitFee } from "#business/terms.ts";
import { prices, startingPrice } from "#content/price-example.ts";

const [atAcceptance, atArrival, atCompletion] = milestoneShares;
export const copy = {
  title: "How your price is made",
  close: "Close",
  parts: [
    {
      title: "Installation: one flat rate for your distance",
      text: `Up to ${limitOf("close")} ft from the electrical panel to the generator costs ${startingPrice}. The next bands end at ${limitOf("medium")} and ${limitOf("far")} ft. Pad, gas tie-in, electrical work, HOA approvals, inspections and startup are in it.`,
    },
    {
      title: "Equipment: the store price, no markup",
      text: "You pay for the generator what the store asks, and the transfer switch comes with it. Or bring your own generator: then this line is zero.",
    },
    {
      title: `Tax: ${salesTax}, on the generator only`,
      text: "The installation is not taxed. Without a generator from us there is no tax line.",
    },
    {
      title: "Permit: your city’s fee",
      text: `${prices.permit} in The Woodlands, for example. Where a township is not on our list, the permit is billed at cost.`,
    },
  ],
  changesTitle: "What can change it",
  changes: [
    "Five photos confirm the distance and lock the final price. A shorter run lowers it.",
    "If extra work is needed, we message you before anything changes.",
    `Beyond ${longestFlatRunFt} ft, and for trenching through hard surfaces, per-foot rates apply.`,
    "Homes with 320/400 A service get a different transfer switch; any difference is confirmed with you first.",
  ],
  feeTitle: "What you pay today",
  fee: `${siteVisitFee} reserves your date. If you proceed within 30 days, all of it counts toward the project. The rest is paid in milestones: ${atAcceptance} at acceptance, ${atArrival} when the equipment arrives, ${atCompletion} at substantial completion.`,
} as const;
