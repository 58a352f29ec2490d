import type { City } from "./city.ts";

export const spring: City = {
  slug: "spring",
  name: "Spring",
  description:
    "Generator installation in Spring, Texas (77373, 77379, 77386, 77388, 77389): no city permit desk, two counties, one flat price from $4,990 with startup.",
  lead: "Five ZIP codes, two counties and no city government: we sort out whose rules apply to your street, and quote one flat price for the work.",
  permitOffice: "Harris County; Montgomery County in 77386",
  counties: "Harris and Montgomery",
  notes: [
    {
      id: "permit",
      title: "Spring has no city hall",
      text: "Spring is a name on the map and not a municipality. South of Spring Creek the Office of the County Engineer at Harris County handles permits and floodplain questions; 77386 lies north of it, in Montgomery County. Where a county does not inspect electrical work, the state’s electrical code and a licensed master electrician still stand behind it.",
    },
    {
      id: "water",
      title: "Cypress Creek to the south, Spring Creek to the north",
      text: "Both left their banks in 2016 and again in Harvey. County rules look at anything new in a mapped floodplain, and they began to in 1973. If your street drains to one of the creeks, say how high the water came: no map knows your driveway better than you.",
      source: "Harris County Permit Office",
    },
    {
      id: "homes",
      title: "Champions, Klein, Old Town, Harmony",
      text: "In the subdivisions of the seventies and eighties along Cypresswood and Champion Forest the panel may be inside the garage, with the meter on the wall behind it. In newer ones, near the Grand Parkway, look outside. That wall decides the band: measure from the panel, not from the meter.",
    },
    {
      id: "utility",
      title: "Read the meter, not the bill",
      text: "Your bill names a retail company that owns no wires. The label on the meter names the one that does, and with it whose rules the transfer switch follows. North of the creek that can be another company than south of it. One photo answers it.",
    },
    {
      id: "neighbors",
      title: "Associations that meet once a month",
      text: "Where a subdivision has an architectural committee, it may decide only once a month. We file as soon as your photos are in, so that the date on the calendar and the date of the meeting do not miss each other.",
    },
  ],
  questions: [
    {
      id: "really-no-permit",
      question: "If Spring is not a city, do I need a permit at all?",
      answer: [
        "That depends on the county and on the lot: floodplain, easement and distance to the property line all play in. We ask the county for your address and keep its answer with your papers, because a buyer’s inspector will want to see it one day.",
      ],
    },
    {
      id: "north-south",
      question: "How do I know which county I am in?",
      answer: [
        "If you vote in Conroe’s county, it is Montgomery; your tax bill says it too. You do not have to know: the address is enough for us, and the price of the installation is the same on both sides of Spring Creek.",
      ],
    },
    {
      id: "garage-panel",
      question: "My panel is inside the garage. Does that cost more?",
      answer: [
        "Not by itself. The transfer switch usually goes outside near the meter and the cable passes the garage wall. What counts is the walked distance from the panel to the unit, corner by corner.",
      ],
    },
    {
      id: "service-center",
      question: "Is your crew nearby?",
      answer: [
        "Our service center is in the Spring area, on the Montgomery County side. It is the shortest drive of all the places we install in, and after a storm that is worth something.",
      ],
    },
  ],
};
