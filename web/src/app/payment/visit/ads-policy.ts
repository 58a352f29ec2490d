/**
 * Content-Security-Policy entries for the ads tag on the confirmation page, in builds that have
 * one.
 */
import { ADS_TAG_ID } from "./ads-tag.ts";

type Policy = {
  insertDirective: (directive: (typeof DIRECTIVES)[number]) => void;
  insertScriptResource: (resource: string) => void;
};

const TAG = "https://www.googletagmanager.com";
const COUNTS = "https://googleads.g.doubleclick.net https://www.googleadservices.com";
const REPORT_HOSTS = `${TAG} ${COUNTS} https://www.google.com https://pagead2.googlesyndication.com`;
const DIRECTIVES = [
  `connect-src ${REPORT_HOSTS}`,
  `img-src ${REPORT_HOSTS}`,
  `frame-src ${TAG}`,
] as const;

// The list is from developers.google.com/tag-platform/security/guides/csp, for conversions.
export function allowAdsTag(policy: Policy | undefined, id = ADS_TAG_ID): void {
  if (!policy || !id) return;
  for (const directive of DIRECTIVES) policy.insertDirective(directive);
  for (const host of ["'self'", TAG, ...COUNTS.split(" ")]) policy.insertScriptResource(host);
}
