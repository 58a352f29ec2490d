/**
 * Scrolls to the coverage section for visitors who come from another page by the Service Area menu,
 * once the page has settled (NAV-03.4).
 */

const SETTLED_MS = 100;
const ANCHOR = "coverage-section";

if (location.hash === `#${ANCHOR}`) {
  setTimeout(() => document.getElementById(ANCHOR)?.scrollIntoView(), SETTLED_MS);
}

export {};
