import type { City } from "./city.ts";

export const pearland: City = {
  slug: "pearland",
  name: "Pearland",
  description:
    "Home generators in Pearland (77581, 77584): building, electrical and plumbing permits filed together, Shadow Creek Ranch to the old townsite, from $4,990 flat.",
  lead: "Pearland wants three permits for one generator. We file all of them together, and your flat price is known before the first one is stamped.",
  permitOffice: "City of Pearland",
  counties: "Mostly Brazoria",
  notes: [
    {
      id: "permit",
      title: "Three permits, three trades",
      text: "A building permit with plan review, taken out by a general contractor who is registered with the city; an electrical one for a registered master electrician; and a plumbing one for the gas pipe. It is more paper than most neighbors ask for, so it goes in as one package, with one site plan for all three.",
    },
    {
      id: "outages",
      title: "97 miles an hour",
      text: "The strongest gust that CenterPoint reported in its area during Beryl was in this county. The eye had come ashore that morning down the coast at Matagorda, and Pearland lay to the right of its track, on the side of the stronger wind. Outages here start with wind, so the pad is anchored.",
      source: "CenterPoint Energy, July 9, 2024",
    },
    {
      id: "homes",
      title: "West of 288 and east of it",
      text: "Shadow Creek Ranch and Silverlake, both 77584, are brick houses on platted lots with meters on the garage side. East, around the old townsite in 77581, lots are wider, some still have ditches in front and a few have a shop behind. The first kind is about clearances, the second about distance.",
    },
    {
      id: "water",
      title: "Clear Creek and the sloughs",
      text: "Clear Creek is the northern line; Mary’s Creek and Hickory Slough drain the middle. Back yards end at drainage easements more often than owners think, and nothing may be built in those. Please send the survey: it is the page with the dashed lines.",
    },
    {
      id: "utility",
      title: "Pressure at the far end",
      text: "A generator wants its gas at 3.5 to 7 inches of water column while everything else in the house is on. On a long run from the meter that takes a wider pipe: we size ours for the machine at full load and test it. If the meter is too small, the gas company replaces it.",
    },
  ],
  questions: [
    {
      id: "three-fees",
      question: "Do I pay three permit fees?",
      answer: [
        "No. You pay one permit line, the one shown in your price, and we settle with the city. If it asks for an engineer’s drawing on top, you hear of it before we commission one.",
      ],
    },
    {
      id: "plan-review",
      question: "What does plan review look at?",
      answer: [
        "A site plan with distances to the house, its openings and the lot lines; the gas line with its sizes; the one-line diagram; the maker’s sheet. We draw them from your photos and the survey.",
      ],
    },
    {
      id: "easement",
      question: "There is an easement along my fence. Is that the end of it?",
      answer: [
        "Only for that strip. Side yards and the wall by the garage usually lie outside. Turning the unit by 90 degrees can save two feet, and we try that on paper before we give up on a wall.",
      ],
    },
    {
      id: "harris-side",
      question: "My part of Pearland is in Harris County. Does it matter?",
      answer: [
        "Not for the permit, if you are inside the city: its inspectors cross county lines. It matters for flood maps, which each county keeps for itself.",
      ],
    },
  ],
};
