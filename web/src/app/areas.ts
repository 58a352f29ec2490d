/** The areas of the application by path. Each is one lazily loaded part; its screens are not lazy. */
import type { ComponentType } from "react";
import { pathOfStep, stepsBefore } from "#draft/steps.ts";
import { paths } from "#lib/paths.ts";
import { lazyRoute } from "./lazy-route.tsx";
import { dateArea } from "./wizard/date-area.ts";

type Area = {
  name: string;
  /** Wouter's patterns. */
  paths: readonly string[];
  screen: () => ComponentType<object>;
  preload: () => Promise<void>;
};

export const areas: readonly Area[] = [
  {
    name: "wizard",
    paths: stepsBefore("date").map(({ path }) => path),
    ...lazyRoute(() => import("./wizard/wizard.tsx")),
  },
  { name: "date", paths: [pathOfStep("date")], ...dateArea },
  {
    name: "payment",
    paths: [paths.wizard.finalize, paths.wizard.confirm, paths.visitPaid, paths.visitCancelled],
    ...lazyRoute(() => import("./payment/payment.tsx")),
  },
  {
    name: "order-paid",
    paths: [paths.orderPaid],
    ...lazyRoute(() => import("./payment/order-paid/order-paid.tsx")),
  },
  {
    name: "my-booking",
    paths: [paths.myBooking],
    ...lazyRoute(() => import("./my-booking/my-booking-app.tsx")),
  },
  { name: "photos", paths: [paths.photos], ...lazyRoute(() => import("./photos/photos.tsx")) },
  {
    name: "quote",
    paths: [paths.quote, `${paths.quote}/*`],
    ...lazyRoute(() => import("./quote/quote.tsx")),
  },
  {
    name: "diagnostic",
    paths: [paths.diagnostic, paths.diagnosticVisit, `${paths.diagnostic}/*`],
    ...lazyRoute(() => import("./diagnostic/diagnostic.tsx")),
  },
  {
    name: "staff",
    paths: [paths.staff, paths.crew, `${paths.staff}/*`],
    ...lazyRoute(() => import("#staff/staff-app.tsx")),
  },
];

/** Load the area of a path, before it is prerendered or hydrated. Throws where there is none. */
export async function preloadArea(path: string): Promise<void> {
  const area = areas.find(({ paths }) => paths.some((pattern) => matches(pattern, path)));
  if (!area) throw new Error(`No area of the application has the path ${path}.`);
  await area.preload();
}

const matches = (pattern: string, path: string): boolean =>
  pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
