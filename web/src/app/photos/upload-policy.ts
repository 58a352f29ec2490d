/**
 * Content-Security-Policy entries of the photo page: blob URLs to read a video's length, and the
 * storage origin for direct uploads.
 */

const STORE = import.meta.env.PUBLIC_UPLOADS_TO ?? "";

type Directive = `media-src ${string}` | `connect-src ${string}`;
type Policy = { insertDirective: (directive: Directive) => void };

/** Add the entries. `store` is an origin; empty when files are uploaded through our server. */
export function allowUploads(policy: Policy | undefined, store: string = STORE): void {
  if (!policy) return;
  policy.insertDirective("media-src 'self' blob:");
  if (store) policy.insertDirective(`connect-src ${store}`);
}
