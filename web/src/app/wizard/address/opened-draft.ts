/**
 * Opening the draft in the wizard: resume the saved one or start anew, then apply the link's
 * parameters.
 */
import { defaultBook } from "#business/default-book.ts";
import { OWN } from "#business/prices.ts";
import { isCovered } from "#draft/draft.ts";
import { productOfModel } from "#draft/product-of.ts";
import { readDraft, recordDraft, startDraft } from "#draft/use-draft.ts";
import { requestOf, startsOver, type WizardEntry } from "#draft/wizard-entry.ts";
import { zipCodeIn } from "#features/coverage-check/address-rules.ts";
import { paths } from "#lib/paths.ts";
import { readSession, removeSession, writeSession } from "#lib/storage.ts";
import { abandonQuietly } from "../save-quietly.ts";

const KEY = "addressTyped";

export function readTypedAddress(): string {
  const stored = typeof window === "undefined" ? null : readSession<unknown>(KEY);
  return typeof stored === "string" ? stored : "";
}

export const storeTypedAddress = (address: string): boolean => writeSession(KEY, address);

export const clearTypedAddress = (): void => removeSession(KEY);

/** Open the draft once per page load. Only step 1 may start a new one. */
export function openDraft(): void {
  const entry = arrivalNow();
  if (new URL(entry.url).pathname !== paths.wizard.address) return;
  const { address, validated, band, generator } = requestOf(entry);
  // Nor is a price asked for another job a change of the one that is reserved.
  const asksAnew = readDraft().wizard.status === "completed" && !address && (band ?? generator);
  if (startsOver(entry) || asksAnew) {
    abandonQuietly(readDraft());
    startDraft();
    clearTypedAddress();
  }
  if (address) takeAddress(address, validated);
  if (band) recordDraft({ type: "bandChosen", ...band, priceCents: 0 });
  if (generator) takeGenerator(generator);
}

// A model that the market does not sell is left out: step 2 would know no price for it.
function takeGenerator(key: string): void {
  const sold = defaultBook.generators.find((each) => each.key === key);
  if (sold) recordDraft({ type: "generatorChosen", product: productOfModel(key, sold.kw) });
  if (key === OWN) recordDraft({ type: "ownGeneratorChosen", product: null });
}

// An address that the link calls verified counts as covered at once; the address entry still checks
// it with the server.
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
    url: entry?.name ?? location.href, // From the page load, not from a later change of path: a step reached later starts no new draft.
    referrer: document.referrer,
    navigation: entry?.type ?? "navigate",
  };
}
