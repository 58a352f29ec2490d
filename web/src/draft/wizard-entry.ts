/** How the visitor arrived at step 1, and whether their saved draft continues (WIZ-02.5). */
import { type Band, bandEndingAt } from "#business/bands.ts";
import type { Job } from "#business/prices.ts";
import { addressLineIn } from "#lib/address-line.ts";
import { paths } from "#lib/paths.ts";

export type WizardEntry = {
  url: string;
  referrer: string;
  navigation: "navigate" | "reload" | "back_forward" | "prerender";
};

const FRESH_STARTS: readonly string[] = [paths.home, paths.mainCity];

/**
 * Whether to start a new draft. Not after a reload or back navigation, for a link with an address,
 * or when coming from a page that is not in FRESH_STARTS.
 */
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
  /** A generator's model number, or 'own'. */
  generator: string | null;
};

/**
 * Parameters of the link that opened the wizard. Empty after a reload: by then the draft is newer
 * than the link.
 */
export function requestOf({ url, navigation }: WizardEntry): EntryRequest {
  if (navigation === "reload" || navigation === "back_forward")
    return { address: null, validated: false, band: null, generator: null };
  const params = new URL(url).searchParams;
  const feet = params.get("band") ?? "";
  const band = bandEndingAt(feet);
  return {
    address: addressLineIn(params) || null,
    validated: params.get("validated") === "true",
    band: band ? { band, maxDistanceFt: Number(feet) } : null,
    generator: params.get("generator"),
  };
}

/** The job that `jobQuery` wrote into a link; null for another link. */
export function jobOf(search: string): Job | null {
  const params = new URLSearchParams(search);
  const band = bandEndingAt(params.get("band"));
  const [generator, township] = [params.get("generator"), params.get("township")];
  return band && generator && township ? { band, generator, township } : null;
}
