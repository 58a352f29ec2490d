import { lazy, Suspense, useRef, useState } from "react";
import { type Band, nearestBand } from "#business/bands.ts";
import type { Job } from "#business/prices.ts";
import { startingPriceCents } from "#content/price-example.ts";
import { type Draft, isCovered } from "#draft/draft.ts";
import { readDraft, useDraft } from "#draft/use-draft.ts";
import { AddressCombobox } from "#features/address-search/address-combobox.tsx";
import { AddressEntry } from "#features/coverage-check/address-entry.tsx";
import { DistanceBandPicker } from "#features/distance-band/distance-band-picker.tsx";
import { PackageContents } from "#features/distance-band/package-contents.tsx";
import { bandOf, type Package, usePackages } from "#features/distance-band/use-packages.ts";
import { centsOf } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { preloadDate } from "../date-area.ts";
import { preloadSizing } from "../generator/sizing.tsx";
import { recordQuietly } from "../save-quietly.ts";
import { Step, StepBar, StepBody, StepHeading, useStep } from "../step.tsx";
import { usePrice } from "../use-price.ts";
import { CarriedBar, CarriedJob, useCarriedJob, useChangedTotal } from "./carried.tsx";
import { DistanceHelp } from "./distance-help.tsx";
import {
  clearTypedAddress,
  openDraft,
  readTypedAddress,
  storeTypedAddress,
} from "./opened-draft.ts";

// Before any step reads the draft; only in the browser.
if (typeof window !== "undefined") openDraft();

const NotCoveredPlace = lazy(() => import("./not-covered-place.tsx"));

/** Step 1: the address and, once it is covered, the distance. */
export function AddressStep() {
  const { draft, record, isLoaded } = useDraft();
  const [resumed] = useState(resumedAddress);
  const [typedAddress] = useState(readTypedAddress);
  // No state: the draft's change renders before a state's would, and a new key would drop the text.
  const isTypedEarly = useRef(false);
  const [isRejected, setRejected] = useState(false);

  const carried = useCarriedJob();
  const goOn = useStep("address");

  const keepTyped = (text: string) => {
    if (!isLoaded) {
      if (text === linkedAddress()) return; // put there by _linked-address.js
      // Typed before the page's scripts were there: it counts more than the address of the link.
      isTypedEarly.current = true;
      record({ type: "addressCleared" });
    }
    storeTypedAddress(text);
  };

  return (
    <Step>
      <StepBody>
        <StepHeading title={m.wizard_address_title()} lead={m.wizard_address_lead()} />
        {carried && <CarriedJob job={carried} />}
        <AddressEntry
          key={isLoaded && !isTypedEarly.current ? resumed || typedAddress : ""}
          value={confirmedAddress(draft)}
          initialAddress={draft.location.address.formatted}
          initialTyped={isLoaded && !isTypedEarly.current ? typedAddress : ""}
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
          onTyped={keepTyped}
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
        <DistancePart onNext={goOn} />
      ) : (
        <ClosedBar carried={carried} isRejected={isRejected} isLoaded={isLoaded} />
      )}
    </Step>
  );
}

// Key of the entry: it remounts when the resumed draft turns out to have an address, but not while
// typing.
const resumedAddress = (): string =>
  typeof window === "undefined" ? "" : readDraft().location.address.formatted;

// As the field can hold it: in one line.
const linkedAddress = () =>
  new URLSearchParams(location.search).get("address")?.replace(/[\r\n]/g, "");

// Until the address is covered, no way on: with a starting price, or that of the calculator's job;
// none where we do not install.
function ClosedBar({ carried, isRejected, isLoaded }: ClosedBarProps) {
  const required = isLoaded ? m.wizard_address_required() : m.app_loading();
  const missing = isRejected ? m.wizard_address_not_covered() : required;
  const next = (
    <Button variant="cta-green" size="lg" disabled aria-describedby="step-missing">
      {m.wizard_next()}
    </Button>
  );
  if (carried && !isRejected)
    return (
      <CarriedBar job={carried} missing={missing}>
        {next}
      </CarriedBar>
    );
  return (
    <StepBar
      label={isRejected ? m.wizard_price_unavailable() : m.wizard_price_from()}
      cents={isRejected ? null : startingPriceCents}
      note={isRejected ? null : m.wizard_plus_permit()}
      missing={missing}
    >
      {next}
    </StepBar>
  );
}

type ClosedBarProps = { carried: Job | null; isRejected: boolean; isLoaded: boolean };

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

/** Distance band selection of step 1, shown for covered addresses only (WIZ-03.1). */
function DistancePart({ onNext }: { onNext: ReturnType<typeof useStep> }) {
  const { draft, record } = useDraft();
  const { book, price, priceOf, isFailed } = usePrice(draft);
  const { data: packages = [] } = usePackages();
  const changedTotal = useChangedTotal();
  const { distance } = draft.location;
  const packageId = book?.bands.find(({ band }) => band === distance?.band)?.package_id;
  const installationCents = (band: Band) => priceOf(band)?.installation_cents ?? null;

  const choose = (chosen: Package, band: Band) => {
    const { max_distance_feet, price: dollars } = chosen;
    const priceCents = installationCents(band) ?? centsOf(dollars);
    const next = record({
      type: "bandChosen",
      band,
      maxDistanceFt: max_distance_feet,
      priceCents,
    });
    preloadSizing();
    recordQuietly(next, "distance_band_selected", {
      package_id: chosen.id,
      package_name: chosen.name,
      price: dollars,
      max_distance_feet,
      previous_selection: distance?.band ?? null,
    });
  };

  const takeMeasured = (band: Band) => {
    const measured = packages.find((each) => bandOf(each) === band);
    if (measured) choose(measured, band);
  };

  const goToNextStep = () => {
    preloadDate();
    onNext(price);
  };

  const missing = distance ? null : m.distance_band_required();
  return (
    <>
      <StepBody>
        <DistanceBandPicker
          value={distance?.band ?? null}
          installationCents={installationCents}
          onChoose={choose}
          below={<DistanceHelp onMeasured={takeMeasured} />}
        />
        {packageId !== undefined && <PackageContents packageId={packageId} />}
        {isFailed && <Notice tone="warning">{m.price_summary_failed()}</Notice>}
      </StepBody>
      <StepBar
        label={distance ? m.wizard_price_installation() : m.wizard_price_from()}
        cents={price?.installation_cents ?? installationCents(nearestBand)}
        note={changedTotal ?? m.wizard_plus_permit()}
        missing={missing}
      >
        <Button
          variant="cta-green"
          size="lg"
          disabled={missing !== null}
          aria-describedby="step-missing"
          onClick={goToNextStep}
        >
          {m.wizard_next()}
        </Button>
      </StepBar>
    </>
  );
}
