/** What the photo page's policy must allow: a video read for its length, and the store that takes uploads itself. */

const STORE = import.meta.env.PUBLIC_UPLOADS_TO ?? "";

type Directive = `media-src ${string}` | `connect-src ${string}`;
type Policy = { insertDirective: (directive: Directive) => void };

/** `store` is an origin; empty where files go through our own server. */
export function allowUploads(policy: Policy | undefined, store: string = STORE): void {
  if (!policy) return;
  policy.insertDirective("media-src 'self' blob:");
  if (store) policy.insertDirective(`connect-src ${store}`);
}
