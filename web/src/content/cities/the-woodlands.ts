import { paths } from "#lib/paths.ts";
import type { City } from "./city.ts";

export const theWoodlands: City = {
  slug: "the-woodlands",
  name: "The Woodlands",
  description:
    "Home generators in The Woodlands: design review application, county paperwork and installation at one flat price. A 22 kW project comes to $12,694, permit included.",
  lead: "There is no city hall here. Your village’s design review, the county and one of two power companies each want a paper; we file them, and you see the price first.",
  permitOffice: "Township design review, and the county",
  counties: "Montgomery; Creekside Park in Harris",
  notes: [
    {
      id: "permit",
      title: "A township, not a city",
      text: "The covenants ask for written approval by the Residential Design Review Committee before anything permanent is built on a lot with a house. The Development Standards treat power generators in section 2.2, next to air conditioners. We draw the site plan, file it with the Township and see to what Montgomery County asks for.",
      source: "The Woodlands Township, Covenant Administration",
    },
    {
      id: "neighbors",
      title: "Criteria that change at the next street",
      text: "Besides the Standards, Neighborhood Criteria set tighter rules that vary within a single village. We look up those of your lot before we propose a spot: better a revised drawing than a letter from the covenant office after the pad is poured.",
    },
    {
      id: "utility",
      title: "Entergy or CenterPoint",
      text: "The Township has two electric utilities. Entergy Texas serves villages on the Montgomery County side; Creekside Park, over the Harris County line, belongs to CenterPoint. Where you live decides, not what you choose. The photo of your meter shows whose rules the transfer switch must follow.",
      source: "The Woodlands Township, Utility Services",
    },
    {
      id: "outages",
      title: "Tall pines, long repairs",
      text: "Beryl left up to three quarters of Montgomery County without power, and both utilities needed more than a week to finish. The same trees decide where a unit may stand: five feet of free air above it, and not under a limb that is already leaning.",
      source: "Houston Chronicle, July 2024",
    },
    {
      id: "water",
      title: "Along Panther Branch",
      text: "Greenbelts and ponds carry the rain through the villages to Spring Creek. Where a back yard slopes to one of them, the low corner that hides a generator best is also the one that gets wet. We put the pad uphill and keep it out of drainage easements.",
    },
  ],
  questions: [
    {
      id: "who-approves",
      question: "Who has to say yes to a generator in The Woodlands?",
      answer: [
        "The design review of your village first, because its covenants cover every lot. Then the county, as far as its rules reach, and the electric utility for the transfer switch. You sign the Township’s application as the owner. The drawings and the follow-up are ours.",
      ],
    },
    {
      id: "example",
      question: "What does a 22 kW generator cost here, all in?",
      answer: [
        "With the panel up to 25 ft away: $4,990 for the installation, $6,979 for the generator with its transfer switch, $575 sales tax and $150 for the permit. Together that is $12,694.",
      ],
      see: { label: "Change the distance or the size", href: "#pricing" },
    },
    {
      id: "refuse",
      question: "Can the committee refuse it?",
      answer: [
        "It can tell you where and behind what. Texas Property Code 202.019 keeps an association from banning a standby generator that meets its conditions, and from naming a location that makes the installation more than 10% dearer. How the statute applies to the Township’s covenants is a question for a lawyer; in practice a tidy plan settles it.",
      ],
    },
    {
      id: "creekside",
      question: "Is Creekside Park covered?",
      answer: [
        "Its mail runs under ZIP codes that the post office files with Tomball and Spring, and we install in both. Type your street address in the box above and the answer is exact.",
      ],
      see: { label: "Generators in Tomball", href: paths.city("tomball") },
    },
  ],
};
