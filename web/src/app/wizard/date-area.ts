/** Step 3: it has scripts of its own, which step 2 loads, so that going on waits for none. */
import { lazyRoute } from "../lazy-route.tsx";
import { bookingForm } from "./date/booking-form.ts";

export const dateArea = lazyRoute(() => import("./date/date-step.tsx"));

export const preloadDate = () => Promise.all([dateArea.preload(), bookingForm.preload()]);
