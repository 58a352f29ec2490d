import { lazy, Suspense } from "react";
import { readDraft, recordDraft, startDraft, useDraft } from "#draft/use-draft.ts";
import { AddressCombobox } from "#features/address-search/address-combobox.tsx";
import { AddressBox } from "#features/coverage-check/address-box.tsx";
import type { Place } from "#features/coverage-check/use-coverage.ts";
import { paths } from "#lib/paths.ts";

const NotCoveredDialog = lazy(() => import("./not-covered-dialog.tsx"));

/** Address box of the hero; a covered address starts a draft (HOME-02). */
export default function HeroAddress() {
  const { draft } = useDraft();

  return (
    <AddressBox
      sessionId={draft.wizard.id}
      addressField={(field) => <AddressCombobox {...field} />}
      onCovered={goToWizard}
      notCovered={(place, actions) => (
        <Suspense>
          <NotCoveredDialog place={place} {...actions} />
        </Suspense>
      )}
    />
  );
}

function goToWizard(place: Place): void {
  if (readDraft().wizard.status === "completed") startDraft();
  recordDraft({ type: "addressTyped", address: place.address });
  recordDraft({ type: "addressCovered", ...place });
  const params = new URLSearchParams({ address: place.address, validated: "true" });
  location.assign(`${paths.wizard.address}?${params}`);
}
