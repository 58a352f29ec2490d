/** Who comes from another page by the Service Area menu is brought to the covered area once the page has settled (spec §2). */

const SETTLED_MS = 100;
const ANCHOR = "coverage-section";

if (location.hash === `#${ANCHOR}`) {
  setTimeout(() => document.getElementById(ANCHOR)?.scrollIntoView(), SETTLED_MS);
}

export {};
