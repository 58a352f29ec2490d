/** Installation Agreement v1.1. */

import place from "@market/place.json";
import { longestFlatRunFt } from "#business/bands.ts";
import {
  bandsInWords,
  diagnosticFee,
  equipmentTakes,
  feeCancelHours,
  feeCreditDays,
  feeIncludes,
  feeName,
  freeRescheduleHours,
  lateFee,
  milestoneShares,
  notIncluded,
  permitTakes,
  photoReview,
  priceRise,
  reservationFee,
  salesTax,
  warranty,
} from "#business/terms.ts";
import { arrivalWindows } from "#business/windows.ts";
import { company } from "#content/company.ts";
import type { LegalDocument } from "#content/legal/legal-document.ts";
import { paths } from "#lib/paths.ts";

const [atAcceptance, atArrival, atCompletion] = milestoneShares;

export const installationAgreement: LegalDocument = {
  slug: "installation-agreement",
  path: paths.legal.agreement,
  name: "Installation Agreement",
  description:
    "What we install, what it costs, when you pay, how you cancel and what is warranted. Version 1.1, 17 clauses and the Texas regulatory disclosure.",
  version: "1.1",
  dated: { word: "Last updated", day: "2025-10-18" },
  lead: "What we install, what it costs, when you pay, how you cancel and what is warranted.",
  inShort: [
    "One flat price for the distance from your electrical panel to the generator. Photos confirm it before you sign.",
    `You pay ${atAcceptance} at acceptance, ${atArrival} when the equipment arrives and ${atCompletion} at substantial completion.`,
    "Cancel within 3 business days of signing and you get everything back.",
    "Workmanship is warranted for 12 months; the manufacturer’s warranty is typically 5 years.",
  ],
  clauses: [
    {
      id: "agreement",
      title: "Who agrees to what",
      text: [
        `This agreement is between you, the owner of the home or someone the owner has authorized, and ${company.legalName} (“${company.name}”, “we”).`,
        "Reserving a date reserves a crew; it does not order the work. You order the work, and accept this agreement, when you accept our written proposal. Until then you owe nothing beyond a fee you chose to pay; clause 7, which the Terms of Use repeat, says what happens to it.",
        "The proposal states your price, your equipment and anything particular to your home. Where it says something different from this agreement about those three, the proposal controls.",
      ],
    },
    {
      id: "included",
      title: "What the flat price includes",
      text: [
        "For a generator within your distance band, the installation price covers:",
        {
          list: [
            "a level, solid pad, set and anchored;",
            "the gas tie-in and its pressure test;",
            "the electrical work: wiring from the panel to the generator, and the transfer switch mounted and connected;",
            "the permit applications and the HOA application (the permit fee itself is its own line, clause 5);",
            "the inspections, and any correction of our work an inspector asks for;",
            "the first startup under load and a walkthrough with you.",
          ],
        },
        "A generator bought from us comes with its automatic transfer switch, a 3-inch concrete pad, the starting battery, a whole-house surge protector and a load-management module, at no extra charge.",
      ],
    },
    {
      id: "not-included",
      title: "What it does not include",
      text: [
        "Unless your proposal lists it, the flat price does not cover:",
        {
          list: [
            `A run longer than ${longestFlatRunFt} ft: per-foot rates apply, stated before you accept.`,
            ...notIncluded.map(({ name, text }) => `${name}: ${text}`),
            "other work by your utility, such as a new service line, and its fees.",
          ],
        },
        "If we find that one of these is needed, clause 6 says what happens. Nothing is added to your bill silently.",
      ],
    },
    {
      id: "equipment",
      title: "The generator",
      text: [
        "You may buy the generator from us at the store price, with no markup and the transfer switch included, or bring your own.",
        "If you bring your own, tell us its make and model before the photo review. It must be listed, undamaged, complete and suitable for your fuel. We warrant our work on it (clause 15), not the generator, and we may decline to connect one that is unsafe or against code.",
        "Homes with 320 A or 400 A service need a different transfer switch. We confirm any price difference with you first.",
        "You choose the size. With automatic transfer, the code requires that the generator either carry the whole load it takes over or manage it, and we check that for your home before you accept.",
        "Equipment you buy from us becomes yours when you have paid for it. We bear the risk of loss until it is set in place at your home.",
      ],
    },
    {
      id: "price",
      title: "Your price, tax and permit fee",
      text: [
        `The price of the installation depends on the distance from your electrical panel to the generator, in one of these bands: ${bandsInWords}. A distance on the line belongs to the shorter band.`,
        "The total is the installation, plus the generator if you buy it from us, plus the permit fee, plus sales tax, less any discount. Labor and equipment are stated separately.",
        `Sales tax is ${salesTax} and is charged on the generator only. The permit fee depends on your city or township and is shown as its own line; where we have no fixed fee, it is billed at cost, with no markup.`,
        "The price in your accepted proposal changes only by a change you approve in writing.",
      ],
    },
    {
      id: "photo-review",
      title: "Photo review and changes",
      text: [
        `After you reserve, we text you a link for 5 photos. Reviewing them takes ${photoReview}. The review confirms the distance and locks the final price.`,
        "If the run is shorter than the band you chose, the price goes down to the band that fits. If extra work is needed, we message you first, with the price and the reason. You may approve it, decline it or ask for another solution.",
        `If, before your price is locked, the change would raise your total by more than ${priceRise} and you do not approve it, you may end the project there, and your ${feeName} is refunded in full. Once your price is locked, it stays if you do not approve a change.`,
        "What nobody could see beforehand, such as rock or an unmarked line, is handled the same way: work on that part stops until you have decided.",
      ],
      see: [{ label: "Photo Review Policy", href: paths.legal.photoReview }],
    },
    {
      id: "fees",
      title: `The ${reservationFee} ${feeName} and the ${diagnosticFee} diagnostic`,
      text: [
        `Reserving a date costs a ${feeName} of ${reservationFee} (${feeIncludes}). A ${diagnosticFee} diagnostic, if you book one, is credited to the installation.`,
        {
          rows: [
            [
              "Credited in full",
              `if you go ahead within ${feeCreditDays} days: 100% of the fee comes off what you owe`,
            ],
            [
              "Refunded in full",
              `if the installation is not feasible: your address cannot be serviced, a permit or your HOA’s approval is denied, or you do not approve a change of more than ${priceRise} before your price is locked`,
            ],
            [
              `Kept as a credit for ${feeCreditDays} days`,
              `if you cancel the appointment ${feeCancelHours} hours or more before it begins`,
            ],
            [
              "Not refundable",
              `if you cancel less than ${feeCancelHours} hours before, or nobody is home to let us in`,
            ],
          ],
        },
        `You go ahead when you accept the proposal. The ${feeCreditDays} days run from the day we send you the final price or, after a cancellation, from the day you cancel.`,
        "Your right to cancel in clause 9 comes before these rules.",
      ],
    },
    {
      id: "payment",
      title: "When and how you pay",
      text: [
        {
          rows: [
            [atAcceptance, "at acceptance of the proposal"],
            [atArrival, "when the equipment arrives"],
            [
              atCompletion,
              "at substantial completion: the system is installed, started and ready to use",
            ],
          ],
        },
        "We ask for each payment when its milestone is reached, and for the first one after your cancellation period ends (clause 9). Your proposal says how many days you then have to pay; you may pay earlier. Each request states the credits of clause 7 and what remains.",
        `A milestone paid by credit card costs 3% more than the same milestone paid from a bank account, where the law in force that day allows it; where it does not, nothing is added. Bank payments, debit cards and prepaid cards carry no surcharge, and the ${feeName} never does. You see the amount before you pay.`,
        `An amount still unpaid after its due date is charged a late fee of ${lateFee} per month, simple and not compounded, or the highest rate the law allows if that is lower. We write to you before we charge one. We may pause work while a payment is overdue.`,
      ],
    },
    {
      id: "right-to-cancel",
      title: "Your right to cancel",
      text: [
        {
          notice:
            "YOU, THE BUYER, MAY CANCEL THIS TRANSACTION AT ANY TIME PRIOR TO MIDNIGHT OF THE THIRD BUSINESS DAY AFTER THE DATE OF THIS TRANSACTION. SEE THE ATTACHED NOTICE OF CANCELLATION FORM FOR AN EXPLANATION OF THIS RIGHT.",
        },
        "The date of the transaction is the day you sign or accept the proposal. The form comes with it, in two copies, and the proposal shows our address. We count Monday through Friday, except federal holidays, as business days, which gives you the longer time.",
        `Cancel within 3 business days of signing and you get a full refund of everything paid under this agreement, including the ${feeName} and, if you paid for one, the diagnostic, within 10 business days. You do not need a reason. Nothing is installed in those days unless you ask for it in an emergency and sign a separate statement.`,
        "If you cancel after that and before the work is complete, you owe 10% of the contract price plus the costs already incurred for your project, such as permit fees, restocking and work done, each documented by its bill. You get back whatever you have paid beyond that. You never owe more than the contract price.",
        `Cancel in writing: the form, a letter to the address in your proposal, or an email to ${company.email}. A text that says CANCEL only ends our texts; it does not cancel your project.`,
      ],
    },
    {
      id: "schedule",
      title: "Dates, arrival and rescheduling",
      text: [
        `You can reserve a day from about 15 days to 45 days ahead, Monday through Friday. A crew arrives in the window you chose, ${arrivalWindows} ${place.city} time. Most installations take about one day, up to 8 hours of work.`,
        `Some projects need longer. Allow ${equipmentTakes} from acceptance to the start of work, and ${permitTakes} more for permitted jobs. If a permit, an HOA decision, your utility or the equipment is not ready for your day, we move it with you at no charge.`,
        `You may reschedule free up to ${freeRescheduleHours} hours before the appointment. If the clocks change in between, the reading that gives you more time counts. Later than that, we move it if another crew day is open; otherwise clause 7 applies.`,
        "Storms, utility work, shortages and other events beyond our control extend the time. We tell you as soon as we know and agree on a new day. If a delay that is not yours becomes unreasonable, you may end the agreement and get back what you paid for work not done.",
      ],
    },
    {
      id: "permits",
      title: "Permits, inspections, HOA and utilities",
      text: [
        "We apply for the permits, file the HOA application and meet the inspectors. You sign what only an owner can sign. We do not start work that needs a permit before it is issued.",
        "Texas law (Property Code, section 202.019) does not let an association forbid a standby generator that meets the statute’s conditions, among them a rated output of at least 7 kW, a fully enclosed sound-attenuating cabinet and a transfer switch. It may ask for licensed contractors and, in listed cases, for screening. It may not enforce a rule on placement that raises the cost by more than 10%.",
        "Your gas utility may have to enlarge the meter and approve the transfer switch. We prepare the request; the utility decides on its work, fees and dates.",
        `If a permit or approval is finally denied, the project is not feasible: the ${feeName} is refunded, and you owe nothing else unless you asked for work to begin earlier.`,
      ],
    },
    {
      id: "placement",
      title: "Placement and safety",
      text: [
        "The generator stands outdoors, on a solid pad and never directly on grass or dirt, with:",
        {
          list: [
            "3 ft clear at the front;",
            "at least 18 in at the sides and back;",
            "at least 5 ft from windows, doors and AC intakes;",
            "access kept clear.",
          ],
        },
        "Where the manufacturer’s manual, the code or an inspector requires more, that applies. For the models we sell the manual asks for 3 ft at the ends as well and 5 ft clear above.",
        "It must not stand where water collects, and flood rules may require it to be raised. Exhaust contains carbon monoxide: keep working CO alarms on every level of the home. Keep the clearances after we leave; it is up to you to keep anything built or planted later out of them.",
      ],
    },
    {
      id: "your-part",
      title: "Your part",
      text: [
        {
          list: [
            "You own the home or have the owner’s permission.",
            "An adult is there when the crew arrives and for the walkthrough.",
            "The way to the panel, the gas meter and the generator spot is clear, and pets are kept away.",
            "You tell us of sprinklers, septic and private lines, and of faults you know of. We request the marking of public lines.",
            "You tell us before the day if anyone at home depends on powered medical equipment: the power is off for part of the work.",
            "Afterward you keep fuel available and the generator maintained as its manual says.",
          ],
        },
        "A standby generator is not a life-support system. Anyone who depends on power for their health needs a backup plan.",
      ],
    },
    {
      id: "contractors",
      title: "Who does the work",
      text: [
        "The work is done by independent licensed contractors we select, insured as their license requires. Electrical work is done under a Texas electrical contractor’s license and gas piping by those licensed for it. Your proposal and invoice name the contractor and its license number.",
        "The contractors answer to us and we answer to you: for questions, defects and warranty, you deal with us alone. You pay us, never the crew.",
      ],
    },
    {
      id: "warranties",
      title: "Warranties",
      text: [
        {
          rows: [
            ["Generator and transfer switch", warranty.manufacturer],
            ["Our workmanship", warranty.workmanship],
          ],
        },
        "The workmanship warranty does not cover neglect of maintenance, changes by others, a generator you brought, fuel supply, lightning, flood or other outside causes. Write, text or call us as soon as you notice a defect; we will come out and fix it within a reasonable time.",
        "The warranty goes with the home if you sell it within the 12 months. It is in addition to rights the law gives you that cannot be waived. Figures for savings, insurance or resale on our site are averages or claims with their source, not warranties.",
      ],
    },
    {
      id: "liability",
      title: "Responsibility and its limits",
      text: [
        "We repair or pay for damage that we or our contractors cause by negligence. Neither of us owes the other for indirect losses, such as lost income or spoiled food during an outage.",
        "Beyond that, our liability under this agreement is limited to the contract price. No limit applies to injury, to gross negligence or willful acts, or to anything the law does not let us limit. Your rights under the Texas Deceptive Trade Practices Act are not waived. (The $100 limit in the Terms of Use concerns the use of this website only.)",
      ],
      see: [{ label: "Terms of Use, clause 16", href: `${paths.legal.terms}#liability` }],
    },
    {
      id: "disputes",
      title: "Disputes, law and notices",
      text: [
        `Tell us first: most matters are settled by a call to ${company.phone} or an email to ${company.email}.`,
        `Texas law applies, and the venue is ${place.venue}, Texas. A claim over $10,000 is decided by binding arbitration before one neutral arbitrator under the Federal Arbitration Act; if we cannot agree on the arbitrator, a court appoints one. Smaller claims go to the courts of ${place.venue}. Either of us may ask a court for urgent relief, and you may always complain to a regulator.`,
        "Notices are valid by email or letter at the addresses in the proposal. If a clause is invalid, the others stand. Changes to this agreement apply to proposals accepted afterwards, never to yours. If we spoke Spanish with you when we sold you the work, you receive these papers in Spanish.",
      ],
    },
  ],
  disclosure: {
    id: "regulatory-disclosure",
    title: "Regulatory disclosure",
    text: [
      `Electrical contractor license: ${company.licence}. ${company.regulator}. Complaints about electrical work may be sent there.`,
      "The license numbers of the contractor on your job and this notice are printed on every proposal and invoice. Records of the work are kept for at least 4 years.",
      "Gas piping is regulated by the Texas State Board of Plumbing Examiners, www.tsbpe.texas.gov.",
      "A dispute about a construction defect may be subject to Chapter 27 of the Texas Property Code, which can require a written notice by certified mail, return receipt requested, at least 60 days before a suit or an arbitration is begun, and an opportunity to inspect and repair. Contractors and suppliers who are not paid may have rights against the property under Chapter 53; once you have paid in full, we sign a release on request.",
    ],
  },
};
