/** Content-Security-Policy entries for Google's map, in builds that use it. */

const IS_FOR_GOOGLE = import.meta.env.PUBLIC_GOOGLE_MAPS === "1";

type Policy = {
  insertDirective: (directive: (typeof DIRECTIVES)[number]) => void;
  insertScriptResource: (resource: string) => void;
  insertStyleResource: (resource: { resource: string; kind: "element" | "attribute" }) => void;
};

const HOSTS = "https://*.googleapis.com https://*.gstatic.com";
const DIRECTIVES = [
  `connect-src ${HOSTS} data:`,
  `img-src ${HOSTS}`,
  "font-src https://fonts.gstatic.com",
  "worker-src blob:",
] as const;

/**
 * Add the entries. Google's script adds style elements and attributes of its own, see
 * developers.google.com/maps/documentation/javascript/content-security-policy.
 */
export function allowGoogleMap(policy: Policy | undefined, isForGoogle = IS_FOR_GOOGLE): void {
  if (!policy || !isForGoogle) return;
  for (const directive of DIRECTIVES) policy.insertDirective(directive);
  for (const host of ["'self'", "https://maps.googleapis.com"]) policy.insertScriptResource(host);
  for (const resource of ["'self'", "'unsafe-inline'", "https://fonts.googleapis.com"])
    policy.insertStyleResource({ resource, kind: "element" });
  policy.insertStyleResource({ resource: "'unsafe-inline'", kind: "attribute" });
}
