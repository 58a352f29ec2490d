/// <reference types="astro/client" />

/** A copy of its own for each page's script: small and alone, the script stands in the HTML and asks for nothing. */
declare module "#lib/analytics.ts?page" {
  export { track } from "#lib/analytics.ts";
}
declare module "#lib/analytics.ts?faq" {
  export { track } from "#lib/analytics.ts";
}
