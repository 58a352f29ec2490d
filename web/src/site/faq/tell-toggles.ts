/** Tracks which question is opened or closed on the FAQ page (EVT-01.5). */
import { track } from "#lib/analytics.ts?faq";

document.addEventListener("click", ({ target }) => {
  const summary = target instanceof Element ? target.closest("[name=faq] > summary") : null;
  if (summary) track("evt_faq_page_toggled", { faq_label: summary.textContent?.trim() });
});
