/** The pages that the build prerenders for the application: one static file each. */
import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { allowAdsTag } from "./payment/visit/ads-policy.ts";
import { allowUploads } from "./photos/upload-policy.ts";

type Policy = Parameters<typeof allowAdsTag>[0] & Parameters<typeof allowUploads>[0];

type AppPage = {
  path: string;
  title: string;
  description: string;
  /** Adds what this page needs to its Content-Security-Policy. */
  allow?: (policy: Policy) => void;
  /** For pages that a secret link opens. */
  referrer?: "no-referrer";
  /** Requests that the page's first picture waits for. */
  preload?: readonly string[];
  /**
   * The area whose scripts are preloaded, only where the page is prerendered as a spinner. Any other
   * page's largest text stands in its HTML and is shown earlier without.
   */
  preloadScripts?: `src/app/${string}`;
};

export const pages: readonly AppPage[] = [
  {
    path: paths.wizard.address,
    title: `Your address and distance | ${company.name}`,
    description:
      "Enter your address and the distance to your electrical panel to see the flat installation price.",
  },
  {
    path: paths.wizard.generator,
    title: `Do you need a generator? | ${company.name}`,
    description:
      "Buy a standby generator at store price with the transfer switch included, or bring your own.",
  },
  {
    path: paths.wizard.date,
    title: `Pick your installation day | ${company.name}`,
    description: "Choose the day and the arrival window of your generator installation.",
  },
  {
    path: paths.wizard.finalize,
    title: `Finalize your installation | ${company.name}`,
    description: "Your reservation, its price and the scheduling fee.",
  },
  {
    path: paths.wizard.confirm,
    title: `Confirm Your Appointment | ${company.name}`,
    description: "Address, date and price of your installation appointment.",
  },
  {
    path: paths.visitPaid,
    title: `Your appointment | ${company.name}`,
    description: "The details of your installation appointment.",
    allow: allowAdsTag,
    preloadScripts: "src/app/payment/payment.tsx",
  },
  {
    path: paths.visitCancelled,
    title: `Payment Cancelled | ${company.name}`,
    description: "Your site visit payment was not completed.",
  },
  {
    path: paths.orderPaid,
    title: `Your payment | ${company.name}`,
    description: "The payment for your installation.",
    preloadScripts: "src/app/payment/order-paid/order-paid.tsx",
  },
  {
    path: paths.myBooking,
    title: `Your booking | ${company.name}`,
    description: "Where your installation stands and what happens next.",
    referrer: "no-referrer",
    preload: ["/api/my-booking"],
    preloadScripts: "src/app/my-booking/my-booking-app.tsx",
  },
  {
    path: paths.photos,
    title: `Your photos | ${company.name}`,
    description: "Send the photos that confirm your distance and lock your price.",
    allow: allowUploads,
    preload: ["/api/my-booking", "/api/my-booking/photos"],
    preloadScripts: "src/app/photos/photos.tsx",
  },
  {
    path: paths.staff,
    title: `${company.name} staff`,
    description: "For those who work here.",
    referrer: "no-referrer",
    preloadScripts: "src/app/staff/staff-app.tsx",
  },
];
