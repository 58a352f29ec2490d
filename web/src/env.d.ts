/// <reference types="astro/client" />

/**
 * A separate copy of the module for each page's script, small enough to be inlined, so that it
 * needs no request.
 */
declare module "#lib/analytics.ts?page" {
  export { track } from "#lib/analytics.ts";
}
declare module "#lib/analytics.ts?faq" {
  export { track } from "#lib/analytics.ts";
}
