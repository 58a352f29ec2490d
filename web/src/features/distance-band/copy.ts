import { bandRange } from "#business/bands.ts";
import { longestFlatRunFt } from "#business/terms.ts";
export const bandWords = {
  question: "How far is the generator from your electrical panel?",
  help: "Measure along the wall, the way a cable would run. A good guess is enough: your photos confirm it before the price is final.",
  popular: "Popular",
  range: bandRange,
  upTo: (feet: number) => `Up to ${feet} ft`,
  loading: "Loading installation packages...",
  empty: "No installation packages available.",
  required: "Distance band selection is required",
  beyond: `Farther than ${longestFlatRunFt} ft?`,
  beyondCall: (phone: string) => `Call ${phone} and we price the run with you.`,
  servicesTitle: "What is included",
  servicesLoading: "Loading package services...",
  servicesFailed: "Error loading package services",
  servicesEmpty: "No services available for this package",
  bonusTitle: "Comes with it",
  bonusLoading: "Loading bonus items...",
  bonusFailed: "Error loading bonus items",
  bonusEmpty: "No bonus items for this package",
  plan: (feet: string) =>
    `Plan of a house seen from above: the electrical panel on its wall, and the generator ${feet} from it.`,
  panel: "Panel",
  generator: "Generator",
};
