import type { City } from "./city.ts";

export const houston: City = {
  slug: "houston",
  name: "Houston",
  description:
    "Standby generator installation in Houston at one flat price, from $4,990: city electrical and plumbing permits, CenterPoint paperwork, pad, gas and startup.",
  lead: "Bungalow, ranch house or townhome: type your address and see one flat price. City permits, the gas meter request and the inspectors are our work.",
  permitOffice: "City of Houston, or Harris County outside the limits",
  counties: "Mostly Harris",
  notes: [
    {
      id: "permit",
      title: "One permit for the wires, one for the gas",
      text: "Inside the city limits a permanent generator takes an electrical permit, which Houston gives only to a registered master electrician, and a plumbing permit for the gas line. Many homes with a Houston mailing address lie in unincorporated Harris County instead. Your address tells us which office it is before we file.",
    },
    {
      id: "utility",
      title: "CenterPoint wants two papers",
      text: "In most cases a standby generator needs an upgraded gas meter or an additional service line, and the transfer switch needs an application of its own. We prepare both. The utility decides, does its part and charges you for it, so that cost is never hidden in our price.",
      source: "CenterPoint Energy, generator requirements for Texas",
    },
    {
      id: "water",
      title: "Bayous and Chapter 19",
      text: "Houston measures new work in the mapped floodplain from the 500-year flood, plus two feet. What that means for a generator depends on the lot, along Brays Bayou as on White Oak. We look yours up, and if the unit has to stand on a raised frame you see the price of it before you accept.",
    },
    {
      id: "homes",
      title: "Townhomes are the hard case",
      text: "Two walls six feet apart leave no room: the unit needs air in front, distance to every window and a crew that can reach it. A ranch house in Meyerland has a side yard; a three-story home in Rice Military may not. If your photos show that it cannot be done, the $100 comes back.",
    },
    {
      id: "outages",
      title: "Two storms in one summer",
      text: "In May 2024 a line of wind left more than 900,000 customers dark. Beryl, on July 8, took 2.26 million of CenterPoint’s customers off the grid at its worst, in the hottest weeks of the year. Neither storm was a major hurricane.",
      source: "CenterPoint Energy and Houston Public Media, July 2024",
    },
  ],
  questions: [
    {
      id: "which-office",
      question: "My mail says Houston, but I am outside the city. Who permits my generator?",
      answer: [
        "Harris County, as a rule. Bellaire, West University Place and the Memorial villages are cities of their own with their own counters. We go by the parcel and not by the post office, and your permit line is fixed before you reserve.",
      ],
    },
    {
      id: "no-zoning",
      question: "Houston has no zoning. Can I put it anywhere, then?",
      answer: [
        "Anywhere the code, the maker’s manual and your deed restrictions agree on. Many subdivisions inside the Loop enforce theirs through a civic club, and some reserve a strip along the lot line for utilities. Send us the restrictions if you have them; we read them with the photos.",
      ],
    },
    {
      id: "old-wiring",
      question: "My house was built in the 1940s. Is its wiring a problem?",
      answer: [
        "Not the wiring in the walls: the transfer switch sits between the meter and the panel. The panel itself may be. If it is full, damaged or too small, replacing it is outside the flat price, and we tell you from the photo, before any appointment is final.",
      ],
    },
    {
      id: "city-time",
      question: "How long does the city take?",
      answer: [
        "We promise our own work and not the city’s calendar. Count on two to four weeks for a permitted job. Should the papers not be back for your day, we move the day free of charge.",
      ],
    },
  ],
};
