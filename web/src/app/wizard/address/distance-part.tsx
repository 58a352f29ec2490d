import { useLocation } from "wouter";
import type { Band } from "#business/bands.ts";
import { company } from "#content/company.ts";
import { useDraft } from "#draft/use-draft.ts";
import type { Package } from "#features/distance-band/band.ts";
import { bandWords } from "#features/distance-band/copy.ts";
import { DistanceBandPicker } from "#features/distance-band/distance-band-picker.tsx";
import { PackageContents } from "#features/distance-band/package-contents.tsx";
import { priceWords } from "#features/price-summary/copy.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { wizardWords as words } from "../copy.ts";
import { recordQuietly, saveQuietly } from "../save-quietly.ts";
import { StepBody } from "../step.tsx";
import { StepBar } from "../step-bar.tsx";
import { usePrice } from "../use-price.ts";

/** Distance band selection of step 1, shown for covered addresses only (WIZ-03.1). */
export function DistancePart() {
  const [, navigate] = useLocation();
  const { draft, record } = useDraft();
  const { book, price, priceOf, isFailed } = usePrice(draft);
  const { distance } = draft.location;
  const packageId = book?.bands.find(({ band }) => band === distance?.band)?.package_id;
  const installationCents = (band: Band) => priceOf(band)?.installation_cents ?? null;

  const choose = (chosen: Package, band: Band) => {
    const { max_distance_feet, price: dollars } = chosen;
    const priceCents = installationCents(band) ?? Math.round(dollars * 100);
    const next = record({
      type: "bandChosen",
      band,
      maxDistanceFt: max_distance_feet,
      priceCents,
    });
    recordQuietly(next, "distance_band_selected", {
      package_id: chosen.id,
      package_name: chosen.name,
      price: dollars,
      max_distance_feet,
      previous_selection: distance?.band ?? null,
    });
  };

  const goToNextStep = () => {
    saveQuietly(record({ type: "stepCompleted", step: 1, price }));
    navigate(paths.wizard.generator, { state: { fromStep: 1 } });
  };

  const missing = distance ? null : bandWords.required;
  return (
    <>
      <StepBody>
        <DistanceBandPicker
          value={distance?.band ?? null}
          installationCents={installationCents}
          onChoose={choose}
          beyond={
            <p className="text-sm text-quiet">
              {bandWords.beyond}{" "}
              <a className="inline-block py-3" href={telHref(company.phone)}>
                {bandWords.beyondCall(company.phone)}
              </a>
            </p>
          }
        />
        {packageId !== undefined && <PackageContents packageId={packageId} />}
        {isFailed && <Notice tone="warning">{priceWords.failed}</Notice>}
      </StepBody>
      <StepBar
        label={distance ? words.priceInstallation : words.priceFrom}
        cents={price?.installation_cents ?? installationCents("close")}
        note={words.plusPermit}
        missing={missing}
      >
        <Button
          variant="cta-green"
          size="lg"
          disabled={missing !== null}
          aria-describedby="step-missing"
          onClick={goToNextStep}
        >
          {words.next}
        </Button>
      </StepBar>
    </>
  );
}
