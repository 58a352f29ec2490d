/** Every path of the site. */

export const paths = {
  home: "/",
  faq: "/faq",
  distanceHelper: "/order",
  generatorConfig: "/generator-config",
  recommendation: "/system-recommendation",
  wizard: {
    address: "/installation-wizard",
    generator: "/generator-selection",
    date: "/installation-date",
    finalize: "/finalize-installation",
    confirm: "/confirm-appointment",
  },
  visitPaid: "/visit-payment-success",
  visitCancelled: "/visit-payment-cancelled",
  orderPaid: "/order-payment-success",
  myBooking: "/my-booking",
  photos: "/my-booking/photos",
  staff: "/staff",
  verify: "/verify",
  testProposal: "/test-proposal",
  legal: {
    agreement: "/legal/installation-agreement",
    photoReview: "/legal/photo-review-policy",
    privacy: "/legal/privacy",
    terms: "/legal/terms",
  },
  city: (slug: string) => `/tx/${slug}/home-generator-installation`,
} as const;

/** URL path of a built file: "/faq.html" is /faq. */
export const pathOf = (file: string): string =>
  file.replace(/(index)?\.html$/, "").replace(/(.)\/$/, "$1") || paths.home;
