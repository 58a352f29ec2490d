import type { City } from "./city.ts";

export const tomball: City = {
  slug: "tomball",
  name: "Tomball",
  description:
    "Standby generators in Tomball, 77375 and 77377: the city runs its own gas utility, acreage needs longer lines. One flat price from $4,990, propane where no main runs.",
  lead: "Downtown lot or five acres off FM 2920: one flat price by distance, with the city’s own gas utility or with a propane tank.",
  permitOffice: "City of Tomball, or Harris County outside it",
  counties: "Harris",
  notes: [
    {
      id: "utility",
      title: "Your city sells the gas",
      text: "Tomball runs its own natural gas system, beside water and sewer. Inside its lines the request for a larger gas meter goes to the city and not to CenterPoint. Outside them another company, or a tank, feeds the house. The name on your gas bill settles it.",
      source: "City of Tomball, Utility Billing",
    },
    {
      id: "outages",
      title: "Gas in a hard freeze",
      text: "In a freeze in 2022 pressure dropped at the north end and the city took more than 380 calls to relight appliances. Its gas plan of December 2025 proposes a fourth supply point and counts backup generators as new demand. If winter is what worries you, ask us about propane: the machine is the same.",
      source: "Community Impact, December 2, 2025",
    },
    {
      id: "permit",
      title: "Inside the lines or out in the county",
      text: "City Hall issues permits for the old town and the subdivisions it has annexed. Much of 77377 and a good part of 77375 are unincorporated, where Harris County’s engineering office and its floodplain rules apply. We check the parcel, because a Tomball address alone does not say.",
    },
    {
      id: "homes",
      title: "Acreage means a longer run",
      text: "On a country lot the meter may hang on a pole and the panel in a workshop. The flat price covers up to 150 ft from panel to generator; beyond that you get a quote by the foot. Mark the septic field and the sprinkler lines before the day, so that the trench goes around them.",
    },
    {
      id: "water",
      title: "Between two creeks",
      text: "Spring Creek is the northern edge and Willow Creek drains the south. Land near either is flat and stays wet. The pad goes where rain does not stand the next morning, and in a mapped flood zone somebody looks at your plan before a price is final.",
    },
  ],
  questions: [
    {
      id: "propane-tank",
      question: "There is no gas main on my road. What then?",
      answer: [
        "The generators we sell also run on propane. A 26 kW unit burns about 3.6 gallons an hour at full load and less at part load. The tank and its filling come from your propane dealer. We connect to it and set the regulator pressure.",
      ],
    },
    {
      id: "well-septic",
      question: "Will it run my well and septic pumps?",
      answer: [
        "Yes, if we plan for them. A pump draws about three times its running current as it starts. Tell us its horsepower by phone or text, and the load calculation counts it.",
      ],
    },
    {
      id: "how-far",
      question: "How do I measure a run of a hundred feet?",
      answer: [
        "Count your steps from the panel along the way a trench would take: 34 steps are about 100 ft. If you end up past 50 steps, send us the address and a sketch for a manual quote.",
      ],
    },
    {
      id: "city-gas",
      question: "Can the city’s gas line carry a generator?",
      answer: [
        "At full load a 22 kW unit takes 327 cubic feet an hour. The city decides whether your meter and service line can add that, and says so before we order. If it cannot, propane is the way, or your $100 back.",
      ],
    },
  ],
};
