/** Questions and answers of the FAQ page, in four groups (FAQ-01.1). */

import { metro } from "@market/company.json";
import { generators, upgrade_is_usual } from "@market/gas.json";
import { bonus_items, included_services } from "@market/packages.json";
import { gas_utility } from "@market/place.json";
import {
  bandLimits,
  bandRange,
  FEET_PER_STEP,
  longestFlatRunFt,
  nearestBand,
} from "#business/bands.ts";
import {
  equipmentTakes,
  feeCancelHours,
  feeCreditDays,
  feeIncludes,
  feeName,
  freeRescheduleHours,
  milestoneShares,
  notIncluded,
  permitTakes,
  photoReview,
  reservationFee,
  salesTax,
} from "#business/terms.ts";
import { arrivalWindows } from "#business/windows.ts";
import type { FaqGroup } from "#content/passage.ts";
import { exampleTown, installationPrices, prices } from "#content/price-example.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";

const BAND_PLACES = ["first band", "second", "third", "fourth", "fifth", "sixth"];
// "8 steps is the first band, up to 16 the second"
const bandsInSteps = bandLimits
  .map(([, limit], at) => {
    const steps = Math.floor(limit / FEET_PER_STEP);
    return `${at === 0 ? `${steps} steps is` : `up to ${steps}`} the ${BAND_PLACES[at] ?? "next"}`;
  })
  .join(", ");

type Service = (typeof included_services)[number];
const inSentence = ({ service_name, service_description }: Service) =>
  `${service_name}: ${service_description}`;

const largest = generators.at(-1);
const [atAcceptance, atArrival, atCompletion] = milestoneShares;

export const faqGroups: readonly FaqGroup[] = [
  {
    id: "pricing-process",
    title: "Pricing & Process",
    questions: [
      {
        id: "installation-cost",
        question: "What does the installation cost?",
        answer: [
          "One flat price, set by the distance from your electrical panel to the generator:",
          {
            rows: bandLimits.map(([band, limit]) => [
              band === nearestBand ? `Up to ${limit} ft` : bandRange(band),
              installationPrices.get(band) ?? "",
            ]),
          },
          `The generator, the permit fee (${prices.permit} in ${exampleTown}, for example) and ${salesTax} sales tax on the generator are separate lines. With a 22 kW generator in ${exampleTown} that is ${prices.installation} + ${prices.generator} + ${prices.tax} + ${prices.permit} = ${prices.total}.`,
          `Beyond ${longestFlatRunFt} ft, and for trenching through concrete or paving, per-foot rates apply. You see them before you accept.`,
        ],
      },
      {
        id: "own-generator",
        question: "Can I bring my own generator?",
        answer: [
          "Yes, at the same installation price. Tell us the make and model before the photo review, so we can check that the switch, gas line and pad fit it. You need a transfer switch that fits; if yours didn’t come with one, we’ll quote it.",
          "If you buy from us, you pay the store price with no markup, and the transfer switch is included. Our workmanship is warranted either way. A generator you bring is covered only by its manufacturer.",
        ],
      },
      {
        id: "included",
        question: "What is included?",
        answer: [
          { list: included_services.map(inSentence) },
          `A generator bought here also comes, at no extra price, with: ${bonus_items.map(({ bonus_name }) => bonus_name.toLowerCase()).join(", ")}.`,
          "Not included, unless your proposal lists it:",
          { rows: notIncluded.map(({ name, text }) => [name, text]) },
        ],
        see: {
          label: "What is and is not included, in full",
          href: `${paths.legal.agreement}#included`,
        },
      },
      {
        id: "timing",
        question: "How long does it take?",
        answer: [
          `You can reserve a day about 15 to 45 days ahead. Most installations take about one day; the crew arrives in the window that you choose, ${arrivalWindows}.`,
          `Not every project can keep that pace. Equipment can take ${equipmentTakes}, and permitted jobs ${permitTakes} more. ${m.appointment_date_late()} You can move it too, free up to ${freeRescheduleHours} hours before.`,
        ],
      },
      {
        id: "permits-hoa",
        question: "Who handles the permit and my HOA?",
        answer: [
          "We do. We file the applications, meet the inspectors and make any corrections they ask for. You sign what only an owner can sign.",
          "Under section 202.019 of the Texas Property Code an HOA may not forbid a permanent standby generator that meets the law’s conditions, among them at least 7 kW, a sound-attenuating enclosure and a transfer switch. It may ask for licensed contractors or screening, but not for a location that raises the cost by more than 10%.",
          `If a permit or approval is denied for good, you get your ${reservationFee} back.`,
        ],
      },
    ],
  },
  {
    id: "installation-details",
    title: "Installation Details",
    questions: [
      {
        id: "distance",
        question: "How do I estimate the distance?",
        answer: [
          `Walk it. Start at the electrical panel, follow the walls the way a cable would run, and count your steps to the spot: one step is about ${FEET_PER_STEP} ft. Up to ${bandsInSteps}.`,
          `A good guess is enough. After you reserve, 5 photos confirm it within ${photoReview}. If the run is in a nearer distance band, your price goes down; if extra work is needed, we message you first.`,
        ],
        see: { label: "Use the distance helper", href: paths.distanceHelper },
      },
      {
        id: "power-off",
        question: "Will my power be off during the installation?",
        answer: [
          "For part of the day, yes: while the transfer switch is connected to your panel. The crew tells you before it switches off and again when power is back. If anyone at home depends on powered medical equipment, tell us beforehand.",
          "Afterwards the switch watches the grid. When the grid fails, the generator starts on its own, and it switches you back on its own.",
        ],
        see: { label: `Past outages in ${metro}, with sources`, href: paths.outages },
      },
      {
        id: "location",
        question: "Where can the generator go?",
        answer: [
          "Outdoors, on a solid pad (included), never directly on grass or dirt:",
          {
            rows: [
              ["Front", "3 ft clear"],
              ["Sides and back", "at least 18 in; the maker’s manual asks for 3 ft at the ends"],
              ["Windows, doors, AC intakes", "at least 5 ft away"],
              ["Above", "5 ft clear, by the manual"],
            ],
          },
          "If the manual, the code or an inspector requires more, that applies. It can’t stand where water collects; flood rules may require a raised stand, which we quote first.",
        ],
      },
      {
        id: "noise",
        question: "How loud is it?",
        answer: [
          "A current air-cooled 26 kW unit is rated at 67 dB(A) at 23 ft under normal load and 55 dB(A) in its quiet test. For comparison, a conversation is about 60. Your model’s figure is on its data sheet.",
          "It runs in an outage and for a short test you can schedule. In the open, twice the distance takes about 6 dB away, so think of the bedroom windows when you choose the spot.",
        ],
      },
    ],
  },
  {
    id: "technical-questions",
    title: "Technical Questions",
    questions: [
      {
        id: "service-320-400",
        question: "What if my home has 320/400 A service?",
        answer: [
          "Then it needs a different transfer switch from the one that comes with the generator. The photo of your panel tells us. If the switch costs more, we confirm the difference with you before anything is ordered.",
        ],
      },
      {
        id: "existing-equipment",
        question: "Can you use equipment I already have?",
        answer: [
          "Often. A transfer switch can stay if it is listed, undamaged, and rated for your service and the new generator. A pad can stay if it is level, solid and large enough. Send a picture of the nameplate with your photos, and we’ll say yes or no before you accept.",
          "A manual switch or an interlock doesn’t start on its own, so we replace it. Removing an old generator isn’t part of the flat price; we’ll quote it.",
        ],
      },
      {
        id: "fuel",
        question: "Natural gas or propane?",
        answer: [
          "The generators we sell run on either. Natural gas never needs refilling. Propane needs a tank and gives a little more power: a 26 kW unit makes 22.5 kW on natural gas.",
          `At full load that unit draws ${largest?.cfh} cubic feet of natural gas an hour, or 3.6 gallons of propane. Many homes need a larger gas meter for it${upgrade_is_usual ? `; in ${gas_utility}’s area that is the usual case` : ""}. The utility decides, does the work and charges for it, and we prepare the request.`,
        ],
        see: { label: "See whether your gas meter is large enough", href: paths.gasCheck },
      },
      {
        id: "sizing",
        question: "Which size do I need?",
        answer: [
          "For most homes we recommend 22–26 kW. What decides is the load you want at one moment: air conditioners, range, dryer, water heater. Square footage or a monthly bill alone says little.",
          "Our online recommendation is a first estimate. Before you accept, we do the electrical code’s load calculation for your home. If the generator can’t carry everything at once, a load-management module switches off what can wait.",
        ],
        see: { label: "Get a first recommendation", href: paths.generatorConfig },
      },
    ],
  },
  {
    id: "policies-support",
    title: "Policies & Support",
    questions: [
      {
        id: "financing",
        question: "Do you offer financing?",
        answer: [
          "Not at this time: we don’t lend or arrange loans. You pay in three parts as the work moves along, and you’re welcome to use your own bank’s line of credit for any of them.",
        ],
      },
      {
        id: "payments",
        question: "When do I pay, and can I cancel?",
        answer: [
          {
            rows: [
              [reservationFee, `${feeName}, to reserve your date (${feeIncludes})`],
              [atAcceptance, "when you accept the proposal"],
              [atArrival, "when the equipment arrives"],
              [atCompletion, "at substantial completion"],
            ],
          },
          `The ${reservationFee} is credited in full if you go ahead within ${feeCreditDays} days of your final price, and refunded if the installation is not feasible. It is not refunded for a no-show or a cancellation less than ${feeCancelHours} hours before.`,
          "Bank payments cost nothing extra. Credit cards add 3% to a milestone where the law allows it. Cancel within 3 business days of signing for a full refund; after that you owe 10% plus the costs already incurred.",
        ],
        see: {
          label: "Payment and cancellation, in full",
          href: `${paths.legal.agreement}#payment`,
        },
      },
      {
        id: "warranty",
        question: "What is the warranty?",
        answer: [
          "The manufacturer’s limited warranty is typically 5 years on the generator and transfer switch. Our workmanship is warranted for 12 months from substantial completion: if our work fails, we come back and repair it at no charge.",
        ],
        see: { label: "Warranty terms", href: `${paths.legal.agreement}#warranties` },
      },
    ],
  },
];
