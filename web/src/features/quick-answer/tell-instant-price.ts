/** Tells the tracker that somebody asks for an instant price (spec §7). */
import { track } from "#lib/analytics.ts";

document.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("#get-instant-price"))
    track("get_instant_price_clicked");
});
