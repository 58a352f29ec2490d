/** The date step: it has scripts of its own, loaded on the way to it, so that going on waits for none. */
import { logQuietly } from "#lib/log-quietly.ts";
import { lazyRoute } from "../lazy-route.tsx";
import { bookingForm } from "./date/booking-form.ts";

export const dateArea = lazyRoute(() => import("./date/date-step.tsx"));

export function preloadDate(): void {
  const loading = Promise.all([dateArea.preload(), bookingForm.preload()]);
  loading.catch(logQuietly("date step not loaded"));
}
