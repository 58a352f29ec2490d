/** How a visitor came to step 1, and whether the saved draft is theirs to go on with (spec §4). */
import type { Band } from "./draft.ts";

export type WizardEntry = {
  url: string;
  referrer: string;
  navigation: "navigate" | "reload" | "back_forward" | "prerender";
};

const BAND_BY_FEET: Record<string, Band> = { "25": "close", "50": "medium", "150": "far" };
const FRESH_STARTS = ["/", "/tx/houston/home-generator-installation"];

/** A reload or a way back goes on; so does a link with an address, and a visit from any other page. */
export function startsOver({ url, referrer, navigation }: WizardEntry): boolean {
  if (navigation === "reload" || navigation === "back_forward") return false;
  if (new URL(url).searchParams.has("address")) return false;
  if (referrer === "") return true;
  const from = new URL(referrer);
  return from.origin === new URL(url).origin && FRESH_STARTS.includes(from.pathname);
}

export type EntryRequest = {
  address: string | null;
  validated: boolean;
  band: { band: Band; maxDistanceFt: number } | null;
};

/** What the link asks for. Nothing after a reload: the draft knows better by then. */
export function requestOf({ url, navigation }: WizardEntry): EntryRequest {
  if (navigation === "reload" || navigation === "back_forward")
    return { address: null, validated: false, band: null };
  const params = new URL(url).searchParams;
  const feet = params.get("band") ?? "";
  const band = BAND_BY_FEET[feet];
  return {
    address: params.get("address")?.trim() || null,
    validated: params.get("validated") === "true",
    band: band ? { band, maxDistanceFt: Number(feet) } : null,
  };
}
