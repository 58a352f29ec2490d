/** The pages that the build prerenders for the application: one static file each. */
import { diagnosticFee, feeName } from "#business/terms.ts";
import { company } from "#content/company.ts";
import { DRAFT_KEY } from "#draft/draft.ts";
import { INSTALLATION_KEY } from "#draft/installation-complete.ts";
import { formSteps } from "#draft/steps.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";

/** What is used of `Astro.csp`. */
type Policy = {
  insertDirective: (directive: `${"connect" | "frame" | "img" | "media"}-src ${string}`) => void;
  insertScriptResource: (resource: string) => void;
};

type FormStep = (typeof formSteps)[number]["name"];

const LOADING_OF_STEP: Partial<
  Record<FormStep, Pick<AppPage, "needs" | "asks" | "asksUnnamed" | "showsLinkedAddress">>
> = {
  address: { showsLinkedAddress: true },
  generator: {
    asks: ["/api/generators"],
    asksUnnamed: ["/api/generators"],
  },
  date: {
    needs: [DRAFT_KEY],
  },
};
const LOADING_OF_ORDER = {
  needs: [DRAFT_KEY, INSTALLATION_KEY],
  asks: ["/api/orders/ORDER"],
} as const;

type AppPage = {
  path: string;
  title: string;
  description: string;
  /** What it does, and what to do instead, for a visitor whose browser runs no script. */
  withoutScript?: string;
  /** Adds what this page needs to its Content-Security-Policy. */
  allow?: (policy: Policy | undefined) => void;
  /** For pages that a secret link opens. */
  referrer?: "no-referrer";
  /**
   * Keys of the session storage: without any of them, and without a booking, the visitor is sent to
   * the first step before the page's scripts are there. The page itself does the same.
   */
  needs?: readonly string[];
  /** Requests that the page's first picture waits for; ORDER is the order in the address. */
  asks?: readonly string[];
  /** The same where the address names no order. */
  asksUnnamed?: readonly string[];
  /** Shows the address of its link in its first field before the page's scripts are there. */
  showsLinkedAddress?: boolean;
  /** Of a page that can be installed on a phone. */
  manifest?: string;
};

export const pages: readonly AppPage[] = [
  ...formSteps.map(({ name, path }) => ({
    path,
    title: `${m.wizard_page_title({ step: name })} | ${company.name}`,
    description: m.wizard_page_description({ step: name }),
    withoutScript: m.without_script_wizard(),
    ...LOADING_OF_STEP[name],
  })),
  {
    path: paths.wizard.finalize,
    title: `${m.payment_visit_finalize_title()} | ${company.name}`,
    description: m.page_finalize_description({ fee: feeName }),
    withoutScript: m.without_script_fee(),
    ...LOADING_OF_ORDER,
  },
  {
    path: paths.wizard.confirm,
    title: `${m.payment_visit_confirm_title()} | ${company.name}`,
    description: m.page_confirm_description(),
    withoutScript: m.without_script_fee(),
    ...LOADING_OF_ORDER,
  },
  {
    path: paths.visitPaid,
    title: `${m.appointment_booked_title()} | ${company.name}`,
    description: m.page_visit_paid_description(),
    withoutScript: m.without_script_paid(),
  },
  {
    path: paths.visitCancelled,
    title: `${m.payment_visit_cancelled_page()} | ${company.name}`,
    description: m.page_visit_cancelled_description(),
    withoutScript: m.without_script_paid(),
  },
  {
    path: paths.orderPaid,
    title: `${m.page_order_paid_title()} | ${company.name}`,
    description: m.page_order_paid_description(),
    withoutScript: m.without_script_paid(),
  },
  {
    path: paths.myBooking,
    title: `${m.my_booking_page()} | ${company.name}`,
    description: m.page_my_booking_description(),
    withoutScript: m.without_script_my_booking(),
    referrer: "no-referrer",
    asks: ["/api/my-booking?order=ORDER"],
    asksUnnamed: ["/api/my-bookings", "/api/my-booking"],
  },
  {
    path: paths.photos,
    title: `${m.photos_title()} | ${company.name}`,
    description: m.page_photos_description(),
    withoutScript: m.without_script_photos(),
    allow: allowUploads,
    asks: ["/api/my-booking?order=ORDER", "/api/my-booking/photos?order=ORDER"],
    asksUnnamed: ["/api/my-booking", "/api/my-booking/photos"],
  },
  {
    path: paths.quote,
    title: `${m.quote_page()} | ${company.name}`,
    description: m.page_quote_description(),
    referrer: "no-referrer",
  },
  {
    path: paths.diagnostic,
    title: `${m.diagnostic_book({ fee: diagnosticFee })} | ${company.name}`,
    description: m.diagnostic_page_description(),
    withoutScript: m.without_script_diagnostic(),
  },
  {
    path: paths.diagnosticVisit,
    title: `${m.diagnostic_booked_page()} | ${company.name}`,
    description: m.diagnostic_visit_description(),
    withoutScript: m.without_script_diagnostic(),
    referrer: "no-referrer",
  },
  {
    path: paths.staff,
    title: m.staff_product({ companyName: company.name }),
    description: m.page_staff_description(),
    referrer: "no-referrer",
    allow: allowWebAssembly,
  },
  {
    path: paths.crew,
    title: m.crew_app_name({ companyName: company.name }),
    description: m.crew_page_description(),
    referrer: "no-referrer",
    allow: allowWebAssembly,
    manifest: "/staff/crew.webmanifest",
  },
];

const STORE = import.meta.env.PUBLIC_UPLOADS_TO ?? "";

/**
 * Let in blob URLs, to read a video's length, and the storage that takes direct uploads: an origin,
 * empty when files are uploaded through our server.
 */
export function allowUploads(policy: Policy | undefined, store: string = STORE): void {
  if (!policy) return;
  policy.insertDirective("media-src 'self' blob:");
  if (store) policy.insertDirective(`connect-src ${store}`);
}

/** Let in WebAssembly, which reads barcodes on the crew's phone; /staff leads there without a new page. */
export function allowWebAssembly(policy: Policy | undefined): void {
  for (const source of ["'self'", "'wasm-unsafe-eval'"]) policy?.insertScriptResource(source);
}
