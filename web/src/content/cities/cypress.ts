import type { City } from "./city.ts";

export const cypress: City = {
  slug: "cypress",
  name: "Cypress",
  description:
    "Whole-home generators in Cypress (77429 and 77433): sized for two or three air conditioners, cleared with your master-planned community, flat rate from $4,990.",
  lead: "Bridgeland, Towne Lake, Fairfield or Coles Crossing: a generator sized for the air conditioners you really own, at one flat installation price.",
  permitOffice: "Harris County (no city)",
  counties: "Harris",
  notes: [
    {
      id: "homes",
      title: "Count the air conditioners",
      text: "By our arithmetic after the electrical code, a 2,500 sq ft house with gas heat, an electric dryer and two large air conditioners asks for about 23 kVA. A 26 kW machine makes 22.5 kW on natural gas. That is why a load-management module comes with it: the second condenser waits for its turn.",
    },
    {
      id: "neighbors",
      title: "The community reviews it first",
      text: "In a master-planned community the modification request is the long pole: a plot plan, the data sheet with the sound level, and the screening you propose. We send all three at once. The law lets an association ask for screening and licensed contractors. It does not let it say no to a generator that meets the conditions.",
    },
    {
      id: "permit",
      title: "A post office, not a municipality",
      text: "Cypress is unincorporated. Your utility district sells water and plans drainage, but the county engineer answers for development in 77429 and 77433. We file there, and where a drainage easement crosses the back of the lot we keep the pad clear of it.",
    },
    {
      id: "water",
      title: "When Cypress Creek overflows",
      text: "In the biggest rains the creek spills south over the Katy Prairie into the Addicks watershed, across land that is houses today. Little Cypress Creek rises as fast. Detention ponds help; still, the unit belongs on the high side of the house and never in the swale between two lots.",
    },
    {
      id: "utility",
      title: "Electricity is simple, gas is not",
      text: "The poles are CenterPoint’s, as a rule. The gas may be too, or it may belong to a smaller company that piped your section when it was built. The meter upgrade goes to whoever’s name is on the gas meter, and their crews set the pace of that step.",
    },
  ],
  questions: [
    {
      id: "three-ac",
      question: "We have three air conditioners and a pool pump. Is 26 kW enough?",
      answer: [
        "Usually for living as you do, not for everything starting in the same second. The module lets the big loads take turns. If the calculation says that you would notice, we tell you before you accept.",
      ],
    },
    {
      id: "bridgeland",
      question: "Do you handle Bridgeland’s and Towne Lake’s forms?",
      answer: [
        "Yes. We fill in the community’s own form, attach the drawing and the data sheet, and you sign as owner. Tell us who your management company is; it is on your assessment bill.",
      ],
    },
    {
      id: "mud",
      question: "Does my MUD have to approve anything?",
      answer: [
        "Not the generator as such. Districts care about their easements and storm sewers, so a trench or a pad must stay off those. Your survey shows them; send a photo of it with the rest.",
      ],
    },
    {
      id: "builder-conduit",
      question: "My builder left a generator-ready panel. Is it cheaper?",
      answer: [
        "The flat price stays: it is set by distance. But an interlock or a prewired switch can save you the price of a new one if it is listed and rated for the machine. Show us its label.",
      ],
    },
  ],
};
