import type { MyBooking } from "#api/my-booking.ts";
import { m } from "#paraglide/messages.js";

type StayOnWordsProps = { stayOn: NonNullable<MyBooking["stay_on"]> };

/** What the homeowner ticked on step 2, what they were told of it, and the modules that it takes. */
export const StayOnWords = ({ stayOn: { wanted, home, verdict, modules } }: StayOnWordsProps) => (
  <section className="grid gap-1 border-t border-line pt-4 text-sm" aria-labelledby="stay-on">
    <h3 className="text-base" id="stay-on">
      {m.price_lock_stay_on()}
    </h3>
    <p>{wanted}.</p>
    <p className="text-quiet">{m.price_lock_stay_on_home({ home })}</p>
    {verdict && <p>{m.price_lock_stay_on_estimate({ verdict })}</p>}
    {modules && <p className="font-semibold">{modules}</p>}
  </section>
);
