/** The pages that the build prerenders for the application: one static file each. */
import { company } from "#content/company.ts";
import { formSteps } from "#draft/steps.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
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
  ...formSteps.map(({ name, path }) => ({
    path,
    title: `${m.wizard_page_title({ step: name })} | ${company.name}`,
    description: m.wizard_page_description({ step: name }),
  })),
  {
    path: paths.wizard.finalize,
    title: `${m.payment_visit_finalize_title()} | ${company.name}`,
    description: m.page_finalize_description(),
  },
  {
    path: paths.wizard.confirm,
    title: `${m.payment_visit_confirm_title()} | ${company.name}`,
    description: m.page_confirm_description(),
  },
  {
    path: paths.visitPaid,
    title: `${m.appointment_booked_title()} | ${company.name}`,
    description: m.page_visit_paid_description(),
    allow: allowAdsTag,
    preloadScripts: "src/app/payment/payment.tsx",
  },
  {
    path: paths.visitCancelled,
    title: `${m.payment_visit_cancelled_title()} | ${company.name}`,
    description: m.payment_visit_cancelled_lead(),
  },
  {
    path: paths.orderPaid,
    title: `${m.page_order_paid_title()} | ${company.name}`,
    description: m.page_order_paid_description(),
    preloadScripts: "src/app/payment/order-paid/order-paid.tsx",
  },
  {
    path: paths.myBooking,
    title: `${m.my_booking_page()} | ${company.name}`,
    description: m.page_my_booking_description(),
    referrer: "no-referrer",
    preload: ["/api/my-booking"],
    preloadScripts: "src/app/my-booking/my-booking-app.tsx",
  },
  {
    path: paths.photos,
    title: `${m.photos_title()} | ${company.name}`,
    description: m.page_photos_description(),
    allow: allowUploads,
    preload: ["/api/my-booking", "/api/my-booking/photos"],
    preloadScripts: "src/app/photos/photos.tsx",
  },
  {
    path: paths.staff,
    title: m.staff_product({ companyName: company.name }),
    description: m.page_staff_description(),
    referrer: "no-referrer",
    preloadScripts: "src/app/staff/staff-app.tsx",
  },
];
