/** Tells the tracker which question somebody opened or closed on the FAQ page. */
import { track } from "#lib/analytics.ts?faq";

document.addEventListener("click", ({ target }) => {
  const summary = target instanceof Element ? target.closest(".faq summary") : null;
  if (summary) track("evt_faq_page_toggled", { faq_label: summary.textContent?.trim() });
});
