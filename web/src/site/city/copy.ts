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
    permits: "Who issues the permit",
    county: "County",
    fee: "Permit fee we charge",
    distance: "From our service center",
    miles: (miles: number, place: string) =>
      `About ${miles} ${miles === 1 ? "mile" : "miles"} in a straight line (${place})`,
    lead: "First available day",
    leadDays: "About 15 days out, Monday to Friday",
  },
  pricing: {
    title: (city: string) => `Your price in ${city}, before anyone comes out`,
    lead: "Distance, generator and township set it, and you see every line. Your city’s permit fee is already filled in.",
  },
  coverage: {
    title: (city: string) => `Where we install in ${city}`,
    lead: (city: string) =>
      `These are the ZIP codes we cover in ${city}. The ZIP code in your address decides, so the quickest way to find out is to type your address.`,
    check: "Check my address",
    nearby: "Nearby",
    all: "All covered ZIP codes, on a map",
    elsewhere: "Other cities we serve",
  },
  faq: {
    title: (city: string) => `Questions from ${city}`,
    all: (count: number) => `${count} more questions about price, noise, fuel and warranty`,
  },
} as const;
