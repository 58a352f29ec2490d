import type { City } from "./city.ts";

export const sugarLand: City = {
  slug: "sugar-land",
  name: "Sugar Land",
  description:
    "Standby generators for Sugar Land homes, First Colony to Greatwood: city permit, 320/400 A services, levee districts. One flat installation price from $4,990.",
  lead: "First Colony, Telfair, New Territory or Greatwood: one city permit, one flat price, and a straight answer if your home has 400 A service.",
  permitOffice: "City of Sugar Land, or Fort Bend County outside it",
  counties: "Fort Bend",
  notes: [
    {
      id: "permit",
      title: "One building department for more homes",
      text: "Since December 12, 2017, Greatwood and New Territory belong to the city, and with that permits and inspections for some 30,000 more people moved to it. Around the edges of 77479 and 77498 there are still streets under Fort Bend County. We submit to the one that will inspect.",
      source: "City of Sugar Land; Community Impact, November 2017",
    },
    {
      id: "homes",
      title: "Look for two main breakers",
      text: "Large houses here often have a 320/400 A service: a tall meter can and two 200 A panels side by side. The transfer switch that comes with a generator does not fit it. You need another arrangement, either a bigger switch or one panel on backup. If it costs more, you hear the difference first.",
    },
    {
      id: "water",
      title: "Behind the levees",
      text: "Levee improvement districts keep the Brazos out of several neighborhoods, and they outlived the annexation. Inside, rain has to be pumped over. Our trench and pad stay off levee and drainage easements, and the generator keeps clear of the lowest spot of the yard, where the pumps are slowest.",
    },
    {
      id: "neighbors",
      title: "Planting is part of the plan",
      text: "Associations here care about what can be seen from the street and the lakes. A hedge may stand close, though not in front of the louvers: three feet there are for air. We show the shrubs on the drawing, so that the reviewer sees a finished corner.",
    },
    {
      id: "utility",
      title: "Gas for a house that already uses a lot",
      text: "Pool heater, range, two furnaces and a fireplace may have used up your meter before a generator asks for 333 cubic feet an hour. We add the appliances up from your list and put the total into the request, which spares a second visit by the utility.",
    },
  ],
  questions: [
    {
      id: "four-hundred",
      question: "How can I tell whether I have 400 A service?",
      answer: [
        "Two main breakers of 200 A each are the usual sign, or a meter base marked 320 A. Photograph the open panel doors and the meter. We answer from that and confirm the price of the other switch, if there is one.",
      ],
    },
    {
      id: "whole-house",
      question: "Can one generator back up both panels?",
      answer: [
        "With load management often, with 26 kW and without it seldom. Some owners choose the panel with kitchen, bedrooms and one air conditioner and leave the pool on the grid. It is cheaper, and on a hot night it is what counts.",
      ],
    },
    {
      id: "greatwood",
      question: "I live in Greatwood. Who inspects?",
      answer: [
        "The city, since the annexation at the end of 2017. Your levee district and the homeowners’ association are still there: one for drainage, the other for the look.",
      ],
    },
    {
      id: "lake-lot",
      question: "My back yard ends at a lake. Where would it stand?",
      answer: [
        "Beside the house rather than behind it, as a rule, on the side away from the neighbor’s bedroom. Water carries sound, so we look at where the louvers face.",
      ],
    },
  ],
};
