/**
 * Visitors who come from another page by the Service Area menu are scrolled to the coverage section
 * once the page has settled (NAV-03.4).
 */
const SETTLED_MS = 100;
const COVERAGE = "coverage-section";

if (location.hash === `#${COVERAGE}`) {
  setTimeout(() => document.getElementById(COVERAGE)?.scrollIntoView(), SETTLED_MS);
}

export {};
