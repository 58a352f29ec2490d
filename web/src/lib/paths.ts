/** Every path of the site, but for those that only the wizard leads to: they stand in draft/steps.ts. */

import { slug as MAIN_CITY, state_code } from "@market/place.json";

const STATE = `/${state_code.toLowerCase()}/`;
const cityPage = (slug: string) => `${STATE}${slug}/home-generator-installation`;

export const paths = {
  home: "/",
  faq: "/faq",
  outages: "/outages",
  gasCheck: "/gas-check",
  reviews: "/reviews",
  distanceHelper: "/order",
  generatorConfig: "/generator-config",
  recommendation: "/system-recommendation",
  wizard: {
    address: "/installation-wizard",
    finalize: "/finalize-installation",
    confirm: "/confirm-appointment",
  },
  visitPaid: "/visit-payment-success",
  visitCancelled: "/visit-payment-cancelled",
  orderPaid: "/order-payment-success",
  myBooking: "/my-booking",
  moveDay: "/my-booking#reschedule",
  myMessages: "/my-booking#messages",
  photos: "/my-booking/photos",
  quote: "/quote",
  diagnostic: "/diagnostic",
  diagnosticVisit: "/diagnostic/visit",
  staff: "/staff",
  crew: "/staff/crew",
  verify: "/verify",
  testProposal: "/test-proposal",
  legal: {
    agreement: "/legal/installation-agreement",
    photoReview: "/legal/photo-review-policy",
    privacy: "/legal/privacy",
    terms: "/legal/terms",
  },
  city: cityPage,
  mainCity: cityPage(MAIN_CITY),
} as const;

/** Whether a path is of a city's page. */
export const isCityPage = (path: string): boolean => path.startsWith(STATE);

/** URL path of a built file: "/faq.html" is /faq. */
export const pathOf = (file: string): string =>
  file.replace(/(index)?\.html$/, "").replace(/(.)\/$/, "$1") || paths.home;
