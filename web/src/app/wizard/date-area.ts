/** The date step: it has scripts of its own, loaded on the way to it, so that going on waits for none. */
import { logQuietly } from "#lib/log-quietly.ts";
import { lazyRoute } from "../lazy-route.tsx";

export const dateArea = lazyRoute(() => import("./date/date-step.tsx"));

export function preloadDate(): void {
  dateArea.preload().catch(logQuietly("date step not loaded"));
}
