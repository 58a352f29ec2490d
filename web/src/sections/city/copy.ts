/** Texts shared by all city pages; facts about one city are in content/cities. */
export const copy = {
  headline: (city: string) => `Home Generator Installation in ${city}`,
  picture:
    "A brick home after a storm at dusk: one window is lit, and a standby generator runs on its gravel bed beside the house.",
  trust: {
    label: "In short",
    zipCodes: (count: number) => (count === 1 ? "1 ZIP code" : `${count} ZIP codes`),
    covered: (city: string) => `covered in ${city}`,
    permit: "permit line, filing included",
    markup: "markup on the generator: you pay the store price",
    day: "About a day",
    dayNote: "for most installations",
  },
  notes: {
    title: (city: string) => `What is different in ${city}`,
    source: "Source:",
    sheet: "At a glance",
    permits: "Who permits it",
    county: "County",
    fee: "Permit, as we charge it",
    distance: "From our service center",
    miles: (miles: number, place: string) =>
      `About ${miles} ${miles === 1 ? "mile" : "miles"} in a straight line (${place})`,
    lead: "First possible day",
    leadDays: "About 15 days out, Monday to Friday",
  },
  pricing: {
    title: (city: string) => `Your price in ${city}, before anybody comes by`,
    lead: "Distance, generator and township decide it, and you see every line. The permit fee of your city is set already.",
  },
  coverage: {
    title: (city: string) => `Where we install in ${city}`,
    lead: (city: string) =>
      `These are the ZIP codes we cover under the name of ${city}. The one in your address decides, so the quickest answer is to type the address.`,
    check: "Check my address",
    nearby: "Close by",
    all: "All covered ZIP codes, on a map",
    elsewhere: "Other cities with a page of their own",
  },
  faq: {
    title: (city: string) => `Asked in ${city}`,
    all: (count: number) => `${count} more questions, on price, noise, fuel and warranty`,
  },
} as const;
