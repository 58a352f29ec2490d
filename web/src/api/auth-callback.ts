/**
 * Parameters that a mailed link or an OAuth provider put into the URL. They are removed from it,
 * and no session is ever taken from a URL: anybody can write one into a link (decision 17).
 */

const LINKS = ["recovery", "invite", "email_change"] as const;

/** Purpose of a mailed link. */
export type LinkType = (typeof LINKS)[number];

/** Used up by pressing a button, never by opening the link: mail scanners open links too. */
export type MailedLink = { tokenHash: string; type: LinkType };

export type AuthCallback =
  | { is: "link"; link: MailedLink }
  | { is: "code"; code: string; flowId: string | null }
  | { is: "refusal"; code: string };

const FLOW = "sb_flow_id"; // parameter of the auth client
const OF_A_LINK = ["token_hash", "type"];
const OF_A_VISIT = ["code", FLOW];
const OF_A_FRAGMENT = /(^#|&)(access_token|refresh_token|provider_\w+|error|error_code)=/;

export function parseAuthCallback(address: string): AuthCallback | null {
  const { searchParams: query, hash } = new URL(address);
  const refusal = new URLSearchParams(hash.slice(1)).get("error_code");
  if (refusal) return { is: "refusal", code: refusal };

  const tokenHash = query.get("token_hash");
  const type = LINKS.find((linkType) => linkType === query.get("type"));
  if (tokenHash && type) return { is: "link", link: { tokenHash, type } };

  const code = query.get("code");
  return code ? { is: "code", code, flowId: query.get(FLOW) } : null;
}

export function withoutCallback(address: string): string {
  const url = new URL(address);
  const names = url.searchParams.has("token_hash") ? [...OF_A_LINK, ...OF_A_VISIT] : OF_A_VISIT;
  for (const name of names) if (url.searchParams.has(name)) url.searchParams.delete(name);
  const hash = OF_A_FRAGMENT.test(url.hash) ? "" : url.hash;
  return url.pathname + url.search + hash;
}
