/** Texts of /order and of the strip that opens the distance helper. */
import { bandEndingAt, bandRange } from "#business/bands.ts";
export const copy = {
  helperTitle: "Measure it in two steps",
  knownTitle: "Already know the distance?",
  range: (maxFeet: number) => {
    const band = bandEndingAt(maxFeet);
    return band ? bandRange[band] : "";
  },
  title: (feet: number) => `Your distance: up to ${feet} ft`,
  price: "Your installation price",
  meaning: [
    "One flat rate: pad, gas tie-in, electrical work, HOA approvals, inspections and startup.",
    "Generator, its tax and your city’s permit come on top; you see every line before you reserve.",
    "Your photos confirm the distance. If the run is shorter, your price goes down.",
  ],
  start: "Continue with this distance",
  startNote: "Next: your address, to check that we install there.",
  again: "Measure again",
  failed: "Error loading pricing data. Using default values.",
  strip: {
    title: "Not sure how far it is?",
    text: "Two minutes outside is all it takes: pick a safe spot, count your steps to the panel, and you know your flat rate.",
  },
} as const;
