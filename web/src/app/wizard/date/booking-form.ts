import { lazyRoute } from "../../lazy-route.tsx";

/** Step 3's calendar and form, loaded only for who has answered steps 1 and 2. */
export const bookingForm = lazyRoute(() => import("./booking.tsx"));
