import { metro } from "@market/company.json";
import place from "@market/place.json";
import { bandInWords, longestFlatRunFt, nearestBand } from "#business/bands.ts";
import {
  diagnosticFee,
  fartherBandsInWords,
  feeCancelHours,
  feeCreditDays,
  feeIncludes,
  feeName,
  freeRescheduleHours,
  milestonesInWords,
  priceRise,
  reservationFee,
  salesTax,
} from "#business/terms.ts";
import { arrivalWindows } from "#business/windows.ts";
import { company } from "#content/company.ts";
import type { LegalDocument } from "#content/legal/legal-document.ts";
import { startingPrice } from "#content/price-example.ts";
import { paths } from "#lib/paths.ts";

export const termsOfUse: LegalDocument = {
  slug: "terms",
  path: paths.legal.terms,
  name: "Terms of Use",
  description: `The rules of this website: prices and claims, reservations, the ${reservationFee} fee, texts, uploads, liability and disputes. 18 items.`,
  version: null,
  dated: { word: "Effective", day: "2025-10-19" },
  lead: "The rules of this website. The work at your home has its own Installation Agreement.",
  inShort: [
    "Looking, checking coverage and getting a price cost nothing and need no account.",
    `A date is yours once the ${reservationFee} ${feeName} is paid and the provider has confirmed it.`,
    `The fee is credited in full if you go ahead within ${feeCreditDays} days.`,
    "Texas law applies. Our liability for the website is limited to $100.",
  ],
  clauses: [
    {
      id: "acceptance",
      title: "These terms and who may use the site",
      text: [
        `This website is run by ${company.legalName} (“${company.name}”, “we”). By using it you accept these terms; before you pay to reserve a date we ask you to say so. If you do not agree, please do not use it. You can always call ${company.phone} instead.`,
        "To reserve you must be at least 18 and own the home or be authorized to decide about it.",
      ],
    },
    {
      id: "service",
      title: "What the site does",
      text: [
        `It tells you whether we serve your address, shows a flat installation price by distance, offers generators at the store price, and lets you reserve a date, pay the ${feeName} and send photos. It is not an emergency service: if you smell gas or see a downed line, leave, and call 911 and your utility.`,
      ],
      see: [{ label: "Installation Agreement", href: paths.legal.agreement }],
    },
    {
      id: "area",
      title: "Service area",
      text: [
        `We serve ZIP codes in ${metro}, ${place.state}. The ZIP code of the address decides; shapes on the map are approximate. If an address cannot be checked, the site treats it as not covered, and you may leave your phone number or call.`,
      ],
    },
    {
      id: "prices",
      title: "Prices shown here",
      text: [
        `“Starting at ${startingPrice}” is the flat price of an installation with a run of ${bandInWords(nearestBand)}. Longer runs belong to the bands of ${fartherBandsInWords} and cost more; beyond ${longestFlatRunFt} ft and for trenching through hard surfaces, per-foot rates apply.`,
        `Generator, permit fee and ${salesTax} sales tax on the generator are separate lines. Pages show whole dollars with the cents cut off; checkout and receipts show the cents. The server’s price at the time you reserve is the one that counts; an obvious error, such as a price of zero, is not binding on either of us.`,
        "The price becomes final when the photo review confirms the distance. It is lower if the run falls in a nearer distance band, and never higher without your approval.",
      ],
    },
    {
      id: "claims",
      title: "Recommendations and figures",
      text: [
        "A generator size suggested from an electric bill is only a rough size. Monthly use doesn’t show what runs at the same time; the load calculation for your home decides.",
        "Savings, resale value, insurance credits, outage hours and typical quotes are averages or claims, shown with their source where there is one. Yours will differ, and none is promised. Some pictures are computer renderings.",
      ],
    },
    {
      id: "reservations",
      title: "Reserving a date",
      text: [
        "Choosing a date holds a crew for the time shown on the page. The date is yours when the payment provider has confirmed the fee, or, where nothing is due, when you confirm. If your payment arrives after the hold ran out and the day is full, you choose another day at no further charge or get the payment back.",
        `Dates are offered from about 15 to 45 days ahead, in arrival windows of ${arrivalWindows} ${place.city} time. You may reschedule free up to ${freeRescheduleHours} hours before. Please do not hold dates you do not plan to use; we may release them.`,
      ],
    },
    {
      id: "fee",
      title: `The ${feeName}`,
      text: [
        `Reserving costs a ${feeName} of ${reservationFee} (${feeIncludes}). It is credited 100% to your project if you go ahead within ${feeCreditDays} days, and refunded in full if the installation is not feasible: the address cannot be serviced, a permit or HOA approval is denied, or you do not approve a change of more than ${priceRise} before your price is locked.`,
        `If you cancel ${feeCancelHours} hours or more before the appointment, it stays a credit for ${feeCreditDays} days. It is not refundable for a no-show or a cancellation less than ${feeCancelHours} hours before. A ${diagnosticFee} diagnostic is credited to the installation.`,
      ],
      see: [{ label: "Installation Agreement, clause 7", href: `${paths.legal.agreement}#fees` }],
    },
    {
      id: "paying",
      title: "Paying",
      text: [
        "Payments are made on the page of our card payment provider, under its terms. You are charged only what that page shows. Something counts as paid when the provider tells us so; a page in your browser is not proof.",
        `The project itself is paid in milestones of ${milestonesInWords}. Credit cards add 3% to a milestone where the law allows it, never to the ${feeName}. The Installation Agreement says when each is due and how you cancel: a full refund within 3 business days of signing, later 10% plus incurred costs.`,
      ],
      see: [
        { label: "Installation Agreement, clause 8", href: `${paths.legal.agreement}#payment` },
        { label: "Clause 9", href: `${paths.legal.agreement}#right-to-cancel` },
      ],
    },
    {
      id: "uploads",
      title: "What you upload",
      text: [
        "Photos, a video and notes sent through your upload link stay yours. You allow us and the contractors on your job to use them for it, and you confirm that you may share them. Do not upload anything unlawful, harmful to our systems, or showing people who have not agreed.",
      ],
      see: [{ label: "Photo Review Policy", href: paths.legal.photoReview }],
    },
    {
      id: "messages",
      title: "Texts and emails",
      text: [
        "By giving your mobile number for a reservation you agree to texts about it. Message and data rates may apply; consent is not a condition of purchase; reply STOP to end them, HELP for help. To cancel an appointment use the link in your email or call, because a text that says CANCEL only ends the texts.",
        "Legal and payment notices may come by email, and you agree to receive them that way. Keep your address current.",
      ],
      see: [{ label: "Privacy Policy, item 6", href: `${paths.legal.privacy}#texts` }],
    },
    {
      id: "conduct",
      title: "Fair use",
      text: [
        "Please do not:",
        {
          list: [
            "give a false name, or the address of a home you have no authority over;",
            "try to see other people’s bookings, or guess links;",
            "probe, overload or copy the site by automated means, beyond ordinary search engines;",
            "resell what it shows, or use it to build a competing list of prices;",
            "use it to break a law.",
          ],
        },
        "We may block access, release dates and refuse orders that do this.",
      ],
    },
    {
      id: "our-content",
      title: "Our content",
      text: [
        "Texts, pictures, drawings, software and our name belong to us or to those who license them to us. You may view, print and share pages for your own project. Brand names of manufacturers belong to their owners and are used to say what we sell.",
      ],
    },
    {
      id: "third-parties",
      title: "Other companies’ services",
      text: [
        "Payments, texts, address search and maps may be provided by others under their own terms. If maps or addresses come from Google, you also accept the Google Maps/Google Earth Additional Terms of Service (maps.google.com/help/terms_maps.html) and Google’s Privacy Policy (policies.google.com/privacy). We are not responsible for websites we link to.",
      ],
    },
    {
      id: "contractors",
      title: "Who does the work",
      text: [
        "Installations are done by independent licensed contractors. Their license numbers are on your proposal and invoice. What we answer for in that work is set out in the Installation Agreement, not here.",
      ],
    },
    {
      id: "as-is",
      title: "The website as it is",
      text: [
        "We take care to keep the site correct and running, but we provide it as it is and as available: we do not promise that it is never interrupted or free of errors, and, as far as the law allows, we give no implied warranties for the website. This says nothing about the warranties on your generator and its installation: typically 5 years from the manufacturer and 12 months on workmanship, under the Installation Agreement.",
      ],
    },
    {
      id: "liability",
      title: "Limit of liability",
      text: [
        "As far as the law allows, our total liability for claims about the use of this website is limited to $100, and neither of us owes the other for indirect losses. The limit does not apply to injury, gross negligence, willful acts or fraud, to refunds and credits promised here, or to the work at your home, which the Installation Agreement governs.",
      ],
    },
    {
      id: "disputes",
      title: "Law and disputes",
      text: [
        `Tell us first; most matters are settled by a call. Texas law applies, and the venue is ${place.venue}, Texas. A claim over $10,000 is decided by binding arbitration before one neutral arbitrator under the Federal Arbitration Act; smaller claims go to the courts of ${place.venue}. Consumer rights that cannot be waived, those of the Texas Deceptive Trade Practices Act among them, stay yours.`,
      ],
    },
    {
      id: "changes",
      title: "Changes, the rest, and contact",
      text: [
        "We may change the site and these terms; the date above says since when this version applies. A reservation stays under the terms you accepted when you made it. If one part is invalid, the others stand. If these terms and an accepted Installation Agreement differ about your project, the agreement controls. The English text is binding unless the law gives you another.",
        `${company.legalName}, ${company.email}, ${company.phone}. ${company.hours}. Support: ${company.supportHours}.`,
      ],
    },
  ],
};
