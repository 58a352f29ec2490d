import type { City } from "./city.ts";

export const humble: City = {
  slug: "humble",
  name: "Humble",
  description:
    "Generator installation for Humble, Atascocita and Fall Creek (77338, 77346, 77396): river levels checked, city or county filing, from $4,990 with startup.",
  lead: "Humble, Atascocita or Fall Creek: your mail may say one and your parcel the other. We find the right office, check the river and quote one flat price.",
  permitOffice: "City of Humble, Houston or Harris County",
  counties: "Harris",
  notes: [
    {
      id: "permit",
      title: "A small city with a large post office",
      text: "The City of Humble covers a few square miles on both sides of Highway 59. Atascocita, with 77346, is unincorporated, and some blocks of 77338 and 77396 near the airport belong to Houston. Three offices are possible for one city name on the envelope; finding out which is our job.",
    },
    {
      id: "water",
      title: "Lake Houston rises from upstream",
      text: "What falls on Conroe arrives here later, by Spring Creek and the West Fork, and Lake Houston holds only so much behind its spillway. Harvey showed that streets nobody had called a floodplain could fill. Tell us the line on your wall. The machine goes above it, or we tell you why it cannot.",
    },
    {
      id: "homes",
      title: "From the oil-town streets to the golf course",
      text: "Around Main Street you find frame houses on piers with the panel at a back porch. Along Atascocita’s fairways it is brick, a three-car garage and a pump for the pool. A pier house is simple to wire from below; a golf lot has a view to mind. The flat rate knows only the feet in between.",
    },
    {
      id: "neighbors",
      title: "If the fairway can see it",
      text: "Golf communities tend to write rules about everything that faces the course. A low evergreen row three feet off the front, or a slatted screen with open ends, satisfies most reviewers and lets the engine breathe. A closed box does not: the machine would overheat in it.",
    },
    {
      id: "utility",
      title: "When everybody’s heat pump starts",
      text: "A winter outage is another animal than a hurricane. In February 2021 it was the cold that took the power away. If your heating is electric, its strips may need more than the summer’s air conditioner, and the load calculation takes the larger of the two. Gas furnaces ask for next to nothing.",
    },
  ],
  questions: [
    {
      id: "atascocita",
      question: "Do you come out to Atascocita and Eagle Springs?",
      answer: [
        "Yes, 77346 is ours to the lake shore. Both are county territory. Plan for the association’s review there, on top of the county’s.",
      ],
    },
    {
      id: "flooded-before",
      question: "We had water in 2017. Does a generator still make sense?",
      answer: [
        "If it stands above that water, more than anywhere: pumps, fans and dehumidifiers are what you need in the week after. Stands are not in the flat rate; flood rules set their height, and you see the price first.",
      ],
    },
    {
      id: "airport",
      question: "Is the noise an issue this close to the airport?",
      answer: [
        "Hardly against a jet, certainly against a quiet night. Makers quote a value for 23 ft; ours is 67 dB(A) at normal load for a current 26 kW unit. Point the exhaust at the drive and not at a bedroom.",
      ],
    },
    {
      id: "pier",
      question: "My house stands on piers. Any difference?",
      answer: [
        "An easier cable route under the floor, and an eye on crawl-space vents, which count as openings: five feet away from those, too.",
      ],
    },
  ],
};
