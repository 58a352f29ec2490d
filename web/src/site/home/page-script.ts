/** Script of the home page, after all that the page itself needs. */

import { showNextOpenDay } from "#features/next-open-day/show-next-open-day.ts";
import { welcomeBack } from "./address-bar.ts";

// Both stand in the page.
const part = (id: string) => document.querySelector(id) as HTMLAnchorElement;

// Also when the browser brings the page back as it was left.
addEventListener("pageshow", () => {
  showNextOpenDay(part("#next-open-day"));
  welcomeBack(part("#address-bar"));
});
