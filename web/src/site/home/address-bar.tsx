import { analyticsAttributes } from "#lib/analytics.ts";
import { m } from "#paraglide/messages.js";
import { buttonLook } from "#ui/button.tsx";
import "./address-bar.css";

/**
 * Way back to the address box at the bottom of a phone's screen, once the hero has left it: until
 * then it lies behind the hero. A visitor with a draft goes on from here (address-bar.ts).
 */
export function AddressBar() {
  return (
    <a
      className="address-bar on-night sticky bottom-0 z-10 [@media(height<36em)]:static border-t border-line p-2 no-underline md:hidden"
      href="#quote"
      id="address-bar"
      data-welcome={m.address_bar_welcome()}
      data-day={m.address_bar_day()}
      data-held={inOne(
        m.booking_strip_held({ day: "DAY", time: "TIME" }),
        m.booking_strip_held_action(),
      )}
      data-taken={inOne(m.booking_strip_taken({ day: "DAY" }), m.booking_strip_taken_action())}
      data-booked={inOne(m.booking_strip_booked({ day: "DAY" }), m.booking_strip_booked_action())}
      data-lost={inOne(m.booking_strip_lost({ day: "DAY" }), m.booking_strip_lost_action())}
      data-several={inOne(
        m.booking_strip_several({ count: "COUNT" }),
        m.booking_strip_several_action(),
      )}
      {...analyticsAttributes("address_bar_clicked")}
    >
      <span className="page flex items-center justify-between gap-4 text-sm">
        <span>{m.address_bar_address()}</span>
        <span className={buttonLook("cta-green")}>{m.address_bar_price()}</span>
      </span>
    </a>
  );
}

// What the bar says and what its button does, as one attribute: the page has to stay small.
const inOne = (words: string, action: string) => `${words}|${action}`;
