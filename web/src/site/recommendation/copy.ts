import { startingPrice } from "#content/price-example.ts";
export const pageWords = {
  back: "Back",
  open: "See My Recommended Generator",
  headline: "Start Saving Up To $2,000/year on Average",
  lead: "A power outage in August costs a freezer, a hotel, sometimes a ceiling. Tell us your address and your electric bill, and see which generator keeps your home running.",
  claimNote:
    "The savings are an average, not a promise for your home: they depend on your outages, your insurance and what you would lose.",
  claimSource: (source: string) => `Source: ${source}.`,
  solution: {
    title: "Whole-home standby power",
    text: "A generator outside your wall that starts by itself when the grid fails, on the gas you already have or on propane.",
    picture:
      "A standby generator on its gravel pad beside a brick house, with the gas line and the transfer switch on the wall.",
    points: [
      "Three sizes, each at the store price with its transfer switch",
      `Pad, gas, electrical, permits and startup at one flat price, from ${startingPrice}`,
      "Licensed electricians; most installations take one day",
    ],
  },
  steps: {
    title: "From a bill to the right size",
    list: [
      {
        title: "A first estimate, in a minute",
        text: "Your bill says how much power you use in a month. That is enough to suggest one of three systems.",
      },
      {
        title: "Then sized properly",
        text: "A generator has to carry everything that runs at the same moment. You go through your appliances, and we show you the calculation the electrical code asks for.",
      },
      {
        title: "Simulated on a hot day",
        text: "An August day without the grid, hour by hour: what runs, and what would have to wait.",
      },
    ],
  },
  included: {
    title: "Professional Installation Included",
    lead: `Each system is installed by licensed contractors at one flat price, from ${startingPrice} beside the generator.`,
    list: [
      {
        title: "Site assessment",
        text: "You send five photos. We confirm the distance, the spot and the gas supply, and lock your price.",
      },
      {
        title: "Permit handling",
        text: "We file the permits and the HOA approval, and we are there for the inspections.",
      },
      {
        title: "Full service",
        text: "Pad, gas tie-in, electrical work, startup and a test under load, usually in one day.",
      },
    ],
  },
  noScript:
    "The recommendation is made in your browser and needs JavaScript. Without it, call us and we size your home together:",
} as const;

export const resultWords = {
  title: "Your recommended generator",
  facts: "What you told us",
  address: "Address",
  bill: "Average monthly bill",
  usage: "Monthly usage",
  change: "Change these answers",
  perMonth: "/mo",
  kwh: (kwh: string) => `${kwh} kWh`,
  pending: "–",
  guessTitle: "A first estimate of the size",
  guess: (kwh: string, size: string) =>
    `About ${kwh} kWh a month points to a ${size} system. A month's total does not say what runs at the same moment, so treat this as a first estimate.`,
  guessFromBill: (kwh: string, size: string) =>
    `Your bill comes to about ${kwh} kWh a month and points to a ${size} system. A month's total does not say what runs at the same moment, so treat this as a first estimate.`,
  guessPending: "Your bill points to one of three sizes.",
  sizes: { small: "small", medium: "medium", large: "large" },
  agreeTitle: "Your load calculation agrees",
  agree: (load: string, unit: string) =>
    `Your home comes to ${load} by the electrical code. The ${unit} carries it, as your bill suggested.`,
  outrankTitle: "Your load calculation outranks your bill",
  outrank: (load: string, unit: string, guessed: string) =>
    `Your home comes to ${load} by the electrical code, and the ${unit} fits it best, not the ${guessed} your bill pointed to. Go by the calculation.`,
  noneTitle: "Your load calculation outranks your bill",
  none: (load: string) =>
    `Your home comes to ${load} by the electrical code: more than any unit in our store carries, even with load management. Call us before you choose.`,
  sizeProperly: "Size it properly",
  recommended: "Recommended",
  byLoad: "By your load calculation",
  select: "Select This System",
  warranty: (years: number) => `${years}-year warranty`,
  source: (source: string) => `Source: ${source}`,
  warrantyNote: (years: number) =>
    `Warranty years are the systems' as offered. The manufacturer's own limited warranty is typically ${years} years; your proposal states the one you get.`,
  unit: "What you order",
  unitName: (brand: string, model: string, kw: number) => `${brand} ${model}, ${kw} kW`,
  onGas: (kw: number, isTypical: boolean) =>
    `${isTypical ? "about " : ""}${kw} kW on natural gas${isTypical ? " (typical)" : ""}`,
  unitNote:
    "The price on top is a guide for a system of this size. What you order is the nearest unit we sell, at its store price, and you can change it in step 2.",
  storePrice: "store price",
  pricePending: "price in step 2",
} as const;
