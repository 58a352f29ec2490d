import { paths } from "#lib/paths.ts";
import type { City } from "./city.ts";

export const kingwood: City = {
  slug: "kingwood",
  name: "Kingwood",
  description:
    "Home generators for Kingwood, 77339 and 77345: Houston permits under the trees, village architectural control, San Jacinto flood levels. From $4,990, one price.",
  lead: "The Livable Forest loses its power one branch at a time. A generator under the pines, through Houston’s permits and your village’s committee, for one flat price.",
  permitOffice: "City of Houston; Montgomery County at the north edge",
  counties: "Harris, a small part in Montgomery",
  notes: [
    {
      id: "outages",
      title: "Trees first, storms second",
      text: "You need no hurricane here: a wet limb over a rear easement will do. Look up before you choose the spot. Needles in the louvers are a nuisance, a falling limb is a write-off, and the manual’s five feet of clear air above the roof of the unit hold for shrubs and branches too.",
    },
    {
      id: "permit",
      title: "Houston since the last minute of 1996",
      text: "The annexation took effect at 11:59 PM on December 31, 1996. Ever since, a generator in Kingwood has needed what one in Montrose needs: Houston’s electrical and plumbing permits and its inspectors, who do drive out. A few streets at the northern edge are in Montgomery County instead.",
    },
    {
      id: "neighbors",
      title: "Villages with committees of their own",
      text: "Trailwood, Greentree, Kings Point and the others have associations of their own, and most keep an architectural control committee of volunteers. They like a site plan with the greenbelt on it. Behind your back fence begins the trail, so we turn the quiet side that way.",
    },
    {
      id: "water",
      title: "The West Fork, after Harvey",
      text: "In 2017 the San Jacinto came into homes that had never seen it, Barrington and Kingwood Greens among them. The city counts from the 500-year level now. If your slab went under, the generator does not belong on the ground next to it.",
    },
    {
      id: "utility",
      title: "When the drop comes off the eave",
      text: "A tree can tear the service drop and the mast with it. The wire is the utility’s to hang again, the mast is yours to repair first, and that puts you at the end of its list. Behind a transfer switch the house runs meanwhile. On gas, ask early: a meter upgrade is the step with the longest wait.",
    },
    {
      id: "homes",
      title: "Split panels of the seventies",
      text: "In the first villages you may still meet split-bus panels: six main switches and no single one that turns everything off. A transfer switch rated as service equipment solves it ahead of the panel, outdoors at the meter. Show us the label inside the door, and the sticker if there is one.",
    },
  ],
  questions: [
    {
      id: "greenbelt",
      question: "May the generator stand toward the greenbelt?",
      answer: [
        "On your lot, yes; on the greenbelt, never. Committees ask for a screen on that side, as walkers see it. Leave the maker’s distances between leaves and louvers.",
      ],
    },
    {
      id: "roots",
      question: "Will the trench hurt my oak?",
      answer: [
        "We plan it outside the drip line where the lot allows, or run the conduit along the wall above ground. Tell us which trees you want kept; the route is drawn before we dig.",
      ],
    },
    {
      id: "flooded-street",
      question: "Our street flooded in Harvey. What changes?",
      answer: [
        "Height. The pad becomes a frame, the gas connector and the switch go up with it, and the city sees an elevation on the plan. That is extra work, with a figure you can refuse.",
      ],
    },
    {
      id: "kingwood-or-humble",
      question: "I have a Kingwood address but live across the freeway. Am I covered?",
      answer: [
        "We cover 77339 and 77345, and Porter and Humble next door under their own codes. The address box tells you at once.",
      ],
      see: { label: "Generators in Humble", href: paths.city("humble") },
    },
  ],
};
