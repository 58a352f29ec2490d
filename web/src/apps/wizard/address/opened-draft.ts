/** The draft as the wizard opens: resumed or begun anew, and told what the link asks for (spec §4). */

import { isCovered } from "#draft/draft.ts";
import { readDraft, recordDraft, startDraft } from "#draft/use-draft.ts";
import { requestOf, startsOver, type WizardEntry } from "#draft/wizard-entry.ts";
import { zipCodeIn } from "#features/coverage-check/address-rules.ts";
import { paths } from "#lib/paths.ts";
import { abandonQuietly } from "../save-quietly.ts";
import { forgetTypedAddress } from "./typed-address.ts";

/** Once per page load. Only step 1 may begin anew. */
export function openDraft(): void {
  const arrival = arrivalNow();
  if (new URL(arrival.url).pathname !== paths.wizard.address) return;
  if (startsOver(arrival)) {
    abandonQuietly(readDraft());
    startDraft();
    forgetTypedAddress();
  }
  const { address, validated, band } = requestOf(arrival);
  if (address) takeAddress(address, validated);
  if (band) recordDraft({ type: "bandChosen", ...band, priceCents: 0 });
}

/** A verified address counts as covered at once; the address entry still confirms it (spec §2). */
function takeAddress(address: string, validated: boolean): void {
  const { location } = readDraft();
  if (location.address.formatted === address && isCovered(readDraft())) return;
  recordDraft({ type: "addressTyped", address });
  const zipCode = zipCodeIn(address);
  if (!validated || !zipCode) return;
  const city = address.split(",")[1]?.trim() ?? "";
  recordDraft({ type: "addressCovered", address, city, zipCode, township: null });
}

function arrivalNow(): WizardEntry {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return {
    url: entry?.name ?? location.href, // of the page load: a step reached later opens nothing anew
    referrer: document.referrer,
    navigation: entry?.type ?? "navigate",
  };
}
