import { longestFlatRunFt } from "#business/terms.ts";
import type { BandFt } from "./run.ts";

export const copy = {
  open: "Help me measure",
  title: "How far is your generator?",
  of: (step: number) => `Step ${step} of 2`,
  spot: {
    title: "Pick the generator spot",
    lead: "Walk to where you would put it. Tick what is true there; the plan shows why it matters.",
    legend: "At this spot",
    rules: {
      front: "3 ft clear at the front",
      sides: "At least 18 in at sides and back",
      openings: "At least 5 ft from windows, doors and AC intakes",
      ground: "Not directly on grass or dirt (a solid pad is included)",
      access: "Keep access clear",
    },
    manual:
      "The manufacturer’s manual is stricter: 3 ft at the ends and 5 ft free above. Where you can, leave that much.",
    missing: (left: number) => (left === 1 ? "One more to tick" : `${left} more to tick`),
    next: "Next",
  },
  plan: {
    label:
      "Plan of a side yard from above: a generator stands at a house wall, between a window and an air conditioner.",
    shows: {
      front: "3 ft free in front",
      sides: "18 in free at sides and back",
      openings: "5 ft around the window and the air conditioner",
      ground: "a solid pad under it",
      access: "a clear way to it",
    },
    house: "House",
    window: "Window",
    ac: "AC",
    generator: "Generator",
    pad: "Pad",
    way: "Access",
    threeFt: "3 ft",
    eighteenIn: "18 in",
    fiveFt: "5 ft",
  },
  measure: {
    title: "Measure the distance",
    lead: "Start at your electrical panel and walk along the wall to the spot, at your usual pace. Count your steps.",
    steps: "Your steps",
    hint: "1 step is about 3 ft. A guess is fine: your photos confirm it.",
    fewer: "One step fewer",
    more: "One step more",
    feet: (steps: number, feet: number) =>
      `${steps} ${steps === 1 ? "step is" : "steps are"} about ${feet} ft`,
    legend: "Your distance",
    band: (band: BandFt) => `Up to ${band} ft`,
    stepsBetween: (from: number, to: number) => `${from}–${to} steps`,
    arcs: "The three distances as arcs around the electrical panel, each wider than the one before. Not to scale.",
    panel: "Panel",
    tooFar: `Distance over ${longestFlatRunFt} ft detected. We'll confirm the best route during your on-site consultation.`,
    quote: `Beyond ${longestFlatRunFt} ft, per-foot rates apply: someone will price the run with you.`,
    call: "Call",
    text: "Text us",
    back: "Back",
    continue: "Continue",
  },
} as const;
