/** Script of the home page, after all that the page itself needs. */

import { showNextOpenDay } from "#features/next-open-day/show-next-open-day.ts?page";
import { showBookingIfAny, welcomeBack } from "./address-bar.ts";

// Also when the browser brings the page back as it was left.
addEventListener("pageshow", () => {
  showNextOpenDay(document.querySelector("#next-open-day") as Element);
  const bar = document.querySelector("#address-bar") as HTMLAnchorElement;
  welcomeBack(bar);
  void showBookingIfAny(bar);
});
