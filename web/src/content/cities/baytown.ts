import type { City } from "./city.ts";

export const baytown: City = {
  slug: "baytown",
  name: "Baytown",
  description:
    "Standby generators in Baytown and east to Beach City (77520, 77521, 77523): surge height, two counties, gas or propane. Flat installation price from $4,990.",
  lead: "Water on three sides and the Gulf down the bay: a generator here starts with its height above the ground. Then one flat price, by distance.",
  permitOffice: "City of Baytown; Chambers County to the east",
  counties: "Harris and Chambers",
  notes: [
    {
      id: "water",
      title: "What Brownwood taught",
      text: "In 1983 Alicia ended a whole neighborhood, Brownwood; its streets are the Baytown Nature Center now. Burnet Bay, Goose Creek and Cedar Bayou still rise with the tide of a storm. We ask for your elevation certificate, if there is one, before anything else: height decides stand, stand decides price.",
    },
    {
      id: "permit",
      title: "Harris here, Chambers there",
      text: "77520 and 77521 are mostly inside the city. 77523 is mostly in Chambers County, where Beach City, Cove and Mont Belvieu each govern themselves and the rest is the county’s. The city’s inspectors do not cross that line; whoever’s do, we arrange it with them.",
    },
    {
      id: "utility",
      title: "The end of the gas main",
      text: "In town, a service line in the street and a bigger meter on request are the usual way. Out toward Trinity Bay there are roads without one. There the machine runs on propane from a tank that must be tied down, because an empty tank floats. Your dealer fastens it and fills it.",
    },
    {
      id: "homes",
      title: "Raised houses, lowered pads",
      text: "Where the living floor is on pilings, the panel often is up there too, and the generator should be no lower. A deck of its own beside the stairs keeps it dry and in reach. The run then goes up as well as along: count the height of the posts among your steps.",
    },
    {
      id: "outages",
      title: "Shift change without lights",
      text: "With refineries along the bay, half the street may be at work when a line goes down. The switch does not need anyone at home. It waits a few seconds, starts the engine, takes over, and gives the house back to the grid when that has settled.",
    },
  ],
  questions: [
    {
      id: "elevation",
      question: "How high must the generator stand?",
      answer: [
        "As high as the flood rules of your city or county say for equipment at your address. We get that level in writing. An engineer’s drawing for a platform is a separate line on the proposal.",
      ],
    },
    {
      id: "mont-belvieu",
      question: "Do you serve Mont Belvieu and Beach City?",
      answer: ["Where the ZIP code is 77523, yes. Type the address to be sure."],
    },
    {
      id: "platform-price",
      question: "Is a platform part of the flat rate?",
      answer: [
        "A level concrete slab is. Steel or timber above it is not, as nobody can price it without the height. You get that figure after the photo review and are free to say no.",
      ],
    },
    {
      id: "fumes",
      question: "Is exhaust under a raised house dangerous?",
      answer: [
        "Yes. Never under the house or the deck: gases collect there. Five feet from every opening is the least, downwind of the stairs is better, and a carbon monoxide alarm belongs on each floor.",
      ],
    },
  ],
};
