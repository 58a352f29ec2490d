import { lazy, Suspense, useState } from "react";
import { startingPriceCents } from "#content/price-example.ts";
import { type Draft, isCovered } from "#draft/draft.ts";
import { readDraft, useDraft } from "#draft/use-draft.ts";
import { AddressCombobox } from "#features/address-search/address-combobox.tsx";
import { AddressEntry } from "#features/coverage-check/address-entry.tsx";
import { Button } from "#ui/button.tsx";
import { wizardWords as words } from "../copy.ts";
import { Step, StepBody } from "../step.tsx";
import { StepBar } from "../step-bar.tsx";
import { StepHeading } from "../step-heading.tsx";
import { useStepEntered } from "../use-step-entered.ts";
import { addressWords } from "./address-copy.ts";
import { DistancePart } from "./distance-part.tsx";
import { openDraft } from "./opened-draft.ts";
import { clearTypedAddress, readTypedAddress, storeTypedAddress } from "./typed-address.ts";

// Before any step reads the draft; only in the browser.
if (typeof window !== "undefined") openDraft();

const NotCoveredPlace = lazy(() => import("./not-covered-place.tsx"));

/** Step 1: the address and, once it is covered, the distance. */
export function AddressStep() {
  const { draft, record, isLoaded } = useDraft();
  const [resumed] = useState(resumedAddress);
  const [typedAddress] = useState(readTypedAddress);
  const [isRejected, setRejected] = useState(false);

  useStepEntered(1);

  return (
    <Step>
      <StepBody>
        <StepHeading title={addressWords.title} lead={addressWords.lead} />
        <AddressEntry
          key={isLoaded ? resumed || typedAddress : ""}
          value={confirmedAddress(draft)}
          initialAddress={draft.location.address.formatted}
          initialTyped={isLoaded ? typedAddress : ""}
          verified={isCovered(draft)}
          addressField={(field) => <AddressCombobox {...field} />}
          context="installation_wizard"
          sessionId={draft.wizard.id}
          onCovered={(covered) => {
            clearTypedAddress();
            setRejected(false);
            record({ type: "addressCovered", ...covered });
          }}
          onCleared={(isRejected) => {
            setRejected(isRejected);
            record({ type: "addressCleared" });
          }}
          onTyped={storeTypedAddress}
          notCovered={(place, { changeAddress, tryAgain }) => (
            <Suspense>
              <NotCoveredPlace
                place={place}
                changeAddress={changeAddress}
                tryAgain={() => {
                  setRejected(false);
                  tryAgain();
                }}
              />
            </Suspense>
          )}
        />
      </StepBody>
      {isCovered(draft) ? (
        <DistancePart />
      ) : (
        <ClosedBar missing={isRejected ? addressWords.notCovered : addressWords.required} />
      )}
    </Step>
  );
}

// Key of the entry: it remounts when the resumed draft turns out to have an address, but not while
// typing.
const resumedAddress = (): string =>
  typeof window === "undefined" ? "" : readDraft().location.address.formatted;

// Until the address is covered, a starting price and no Next button.
function ClosedBar({ missing }: { missing: string }) {
  return (
    <StepBar
      label={words.priceFrom}
      cents={startingPriceCents}
      note={words.plusPermit}
      missing={missing}
    >
      <Button variant="cta-green" size="lg" disabled aria-describedby="step-missing">
        {words.next}
      </Button>
    </StepBar>
  );
}

// An address that only its link calls covered has no township yet; it is being checked.
function confirmedAddress(draft: Draft) {
  const { address, city, coverage } = draft.location;
  if (!isCovered(draft) || !coverage.zip_code || !coverage.township) return null;
  return {
    address: address.formatted,
    city,
    zipCode: coverage.zip_code,
    township: coverage.township,
  };
}
