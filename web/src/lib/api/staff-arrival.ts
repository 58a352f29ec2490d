/** What the address brings from a mailed link or from another service. It must not stay there. */

type Tokens = { access_token: string; refresh_token: string };

export type Arrival =
  | { is: "session"; tokens: Tokens; type: string }
  | { is: "code"; code: string; flowId: string | null }
  | { is: "refusal"; code: string };

const FLOW = "sb_flow_id"; // the auth client's own
const OURS = ["code", FLOW];

export function arrivalIn(address: string): Arrival | null {
  const { searchParams: asked, hash } = new URL(address);
  const told = new URLSearchParams(hash.slice(1));
  const refusal = told.get("error_code");
  if (refusal) return { is: "refusal", code: refusal };

  const [access_token, refresh_token] = [told.get("access_token"), told.get("refresh_token")];
  if (access_token && refresh_token)
    return { is: "session", tokens: { access_token, refresh_token }, type: told.get("type") ?? "" };

  const code = asked.get("code");
  return code ? { is: "code", code, flowId: asked.get(FLOW) } : null;
}

export function withoutArrival(address: string): string {
  const url = new URL(address);
  for (const name of OURS) url.searchParams.delete(name);
  url.hash = "";
  return url.pathname + url.search;
}
