import type { City } from "./city.ts";

export const missouriCity: City = {
  slug: "missouri-city",
  name: "Missouri City",
  description:
    "Generators for Missouri City homes, Quail Valley to Sienna (77459, 77489): city limits or not, levee lots, HOA filing. One flat installation price from $4,990.",
  lead: "Quail Valley, Lake Olympia, Riverstone or Sienna: whether you are in the city decides the paper, the distance to your panel decides the price.",
  permitOffice: "City of Missouri City, or Fort Bend County in parts of Sienna",
  counties: "Fort Bend, a corner in Harris",
  notes: [
    {
      id: "permit",
      title: "Is Sienna in the city?",
      text: "Partly, and it changes. The city’s extraterritorial jurisdiction surrounds it, and in 2023 the council held hearings on taking in one of Sienna’s utility districts. Within the limits the city permits and inspects; outside, Fort Bend County has the say. We look up your lot on the day we file, and not on a map from last year.",
      source: "City of Missouri City, Annexation",
    },
    {
      id: "homes",
      title: "Two generations of houses",
      text: "Quail Valley and Hunters Glen date from the seventies: long ranch plans, a panel at one end and the gas meter at the other. In Sienna it all sits within a few steps. The older plan is the one to measure twice, as the gas pipe has to cover the distance that the cable does not.",
    },
    {
      id: "water",
      title: "River, levee, pump",
      text: "On the Brazos side levees and pump stations keep the land dry, Oyster Creek winds through the rest. Those districts own strips you may mow but not build on. A trench along the toe of a levee is out of the question; across the front lawn it is a matter of an afternoon and some sod.",
    },
    {
      id: "neighbors",
      title: "Residential associations with a rule book",
      text: "Master associations here publish guidelines to the inch: color of screens, height of shrubs, no equipment in front of the building line. That suits us. A drawing that follows the book gets a signature, and Property Code 202.019 covers the rest, down to the limit of 10% on what a prescribed place may add to the cost.",
    },
    {
      id: "utility",
      title: "A meter made for a stove",
      text: "The gas company sized your meter for what the builder put in. A 26 kW set adds 333 cubic feet an hour at full load, more than furnace and water heater together in many houses. CenterPoint calls an upgrade the common case. It is the slowest step, so it is the first letter we write.",
    },
  ],
  questions: [
    {
      id: "sienna",
      question: "Will the price differ inside and outside the city?",
      answer: [
        "The installation costs the same. Our permit line is shown with your address before you reserve, and it stays, even if annexation moves the border in the meantime.",
      ],
    },
    {
      id: "gas-far",
      question: "My gas meter is on the other side of the house. Is that a problem?",
      answer: [
        "It is a longer pipe, and a wider one. The band is measured between panel and generator. If the gas has to come from much farther, the photo review says whether that changes anything, before you sign.",
      ],
    },
    {
      id: "zoning",
      question: "Does city zoning limit where it may go?",
      answer: [
        "Missouri City, unlike its big neighbor, has zoning, with setbacks from lot lines. The plan we hand in shows them. A corner lot has two fronts, so the choice there is smaller.",
      ],
    },
    {
      id: "harris-corner",
      question: "I am in 77489, close to Houston. Who is responsible?",
      answer: [
        "It may be Missouri City, Houston, Stafford or a county. That ZIP code has more borders than most. The parcel tells.",
      ],
    },
  ],
};
