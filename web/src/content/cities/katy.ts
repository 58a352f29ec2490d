import type { City } from "./city.ts";

export const katy: City = {
  slug: "katy",
  name: "Katy",
  description:
    "Home generator installation in Katy (77449, 77450, 77493, 77494): city, Harris or Fort Bend County rules sorted out, narrow side yards measured, from $4,990 flat.",
  lead: "Old Katy, Cinco Ranch or north of the freeway: three counties share your name. We find out whose rules hold for your lot, and whether its side yard is wide enough.",
  permitOffice: "City of Katy, Harris County or Fort Bend County",
  counties: "Harris, Fort Bend and Waller",
  notes: [
    {
      id: "permit",
      title: "Three counties and a small city",
      text: "The City of Katy touches Harris, Fort Bend and Waller Counties, and most homes with its address are in none of its wards. 77449 and 77450 belong largely to Harris, 77494 largely to Fort Bend. Each has its own counter and its own form. Yours follows from the parcel number.",
    },
    {
      id: "homes",
      title: "Is five feet of side yard enough?",
      text: "Rarely. A 26 kW unit is 25 inches deep, stands 18 inches off the wall and wants three free feet in front: six feet and seven inches in all. Between two newer houses there is often less. The answer is mostly the back corner, which is why the second distance band, up to 50 ft, is worth measuring for.",
    },
    {
      id: "water",
      title: "The reservoir behind the fence",
      text: "Part of the area lies in the pool of Barker Reservoir, and some Fort Bend plats say so in a small note. Cane Island Branch floods the old town; Harvey dropped 40 inches. We ask how high it stood at your house and read the flood map. A raised stand, where one is needed, is quoted first.",
      source: "Community Impact and Dallas Morning News, 2017",
    },
    {
      id: "neighbors",
      title: "What an association may ask",
      text: "Licensed contractors, the maker’s instructions, perhaps a lattice or shrubs: all of that is allowed. A flat no is not, under section 202.019 of the Property Code, for a sound-enclosed unit of 7 kW or more with a transfer switch. We send the statute along with the application; it shortens the letters.",
    },
    {
      id: "utility",
      title: "Who feeds your street",
      text: "CenterPoint’s wires end somewhere west of town and a cooperative’s begin. On the gas side, a larger meter is the normal case where CenterPoint delivers. We read both names off your photos, so nothing is filed with the wrong company.",
    },
  ],
  questions: [
    {
      id: "side-yard",
      question: "Can the unit go in front, if the side is too narrow?",
      answer: [
        "Code may allow it, most associations do not like it. The back wall is the usual answer: five feet from windows and doors, and the exhaust away from the patio. The pictures you send settle where.",
      ],
    },
    {
      id: "cinco",
      question: "Does Cinco Ranch need its own approval?",
      answer: [
        "Expect it. Your association’s covenants ask for an application for anything on a slab outside the house. We prepare it once your photos are in, and answer the committee’s questions.",
      ],
    },
    {
      id: "reservoir",
      question: "My plat mentions the reservoir. Can I still have one?",
      answer: [
        "In most cases yes, on a frame that lifts the machine over the level that is asked for. It costs extra, an engineer may have to sign, and you decide once you have seen the amount.",
      ],
    },
    {
      id: "which-katy",
      question: "Which Katy ZIP codes do you serve?",
      answer: [
        "77449, 77450, 77493 and 77494. Farther out toward Brookshire it depends on the exact code, so type the whole address.",
      ],
    },
  ],
};
