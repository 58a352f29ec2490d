import { lazyRoute } from "../../lazy-route.tsx";

/** The date step's calendar and form, loaded only for who has answered the steps before. */
export const bookingForm = lazyRoute(() => import("./booking.tsx"));
