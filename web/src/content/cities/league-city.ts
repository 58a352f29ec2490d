import type { City } from "./city.ts";

export const leagueCity: City = {
  slug: "league-city",
  name: "League City",
  description:
    "Standby generators in League City, 77573: TNMP wires, two gas companies, coastal wind and Clear Creek. City permit filed for you, one flat price from $4,990.",
  lead: "Between Clear Creek and the bay, a generator has to stand high, be tied down and suit a power company that is not Houston’s. One flat price covers the work.",
  permitOffice: "City of League City",
  counties: "Galveston, with a corner in Harris",
  notes: [
    {
      id: "utility",
      title: "Texas-New Mexico Power, and a choice of gas",
      text: "Much of League City hangs on TNMP’s wires and not on CenterPoint’s, so advice from a friend in Houston may not fit. Gas is CenterPoint’s in most streets; in 2023 the council let Universal Gas into new sections such as Westland Ranch and Samara. Both names change where a form has to go.",
      source: "Galveston County Daily News, August 18, 2023",
    },
    {
      id: "outages",
      title: "A coastal county",
      text: "Galveston County is one of those on the seacoast where insurers ask about windstorm certificates. A generator is not a roof, yet a policy may want to know how it is fastened. We leave you the drawing of the pad and its anchors. Whether a certificate is needed, your agent can say in a minute.",
    },
    {
      id: "permit",
      title: "The gas drawing counts",
      text: "For new houses the building department asks for a gas diagram with lengths, pipe sizes and heat input, and for an electric load analysis. A generator raises the same two questions, so we send the same two sheets along with the application, whether or not somebody asks for them.",
      source: "City of League City, Building Department",
    },
    {
      id: "water",
      title: "Rain from above, surge from the bay",
      text: "Clear Creek floods from rain, Clear Lake from the sea as well. In the mapped zones equipment belongs above the level the city sets. Sometimes a taller pad will do; sometimes it takes a steel frame with steps for the technician. We quote either before you accept.",
    },
    {
      id: "homes",
      title: "South Shore, Tuscan Lakes, Magnolia Creek",
      text: "Many houses here are brick in front and siding behind. Siding wants care: hot exhaust must blow away from vinyl, and where a wall can burn the maker’s distances are a minimum. It is why a spot that suits the neighbor’s brick may not suit you.",
    },
  ],
  questions: [
    {
      id: "tnmp",
      question: "Does TNMP need to approve my generator?",
      answer: [
        "It has to know of a transfer switch, like every wires company. Your retail seller of electricity has no part in it. We put the notice in together with the permit.",
      ],
    },
    {
      id: "anchored",
      question: "Will it stay put in a hurricane?",
      answer: [
        "The pad is set and anchored, and a 26 kW machine weighs more than 500 lb. No one can promise what a Category 4 does. Against the usual trouble, days without power after the wind has gone, it does exactly what it is for.",
      ],
    },
    {
      id: "evacuate",
      question: "Should it run if we evacuate?",
      answer: [
        "It can: it starts by itself, keeps refrigerator and dehumidifying air conditioner going and reports over Wi-Fi. If water is forecast to reach it, switch it off before you leave.",
      ],
    },
    {
      id: "salt",
      question: "What does salt air do to it?",
      answer: [
        "It shortens the life of steel. Ask us what the enclosure of your model is made of, and keep to the maker’s service interval. The side of the house away from the water is the better one.",
      ],
    },
  ],
};
