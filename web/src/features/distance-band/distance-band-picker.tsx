import type { ReactNode } from "react";
import type { Band } from "#business/bands.ts";
import { bandRange } from "#business/bands.ts";
import { m } from "#paraglide/messages.js";
import { Notice } from "#ui/notice.tsx";
import { Price } from "#ui/price.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { BandPlan } from "./band-plan.tsx";
import { bandOf, type Package, usePackages } from "./use-packages.ts";

type DistanceBandPickerProps = {
  value: Band | null;
  installationCents: (band: Band) => number | null;
  onChoose: (chosen: Package, band: Band) => void;
  /** Shown for a run that is longer than every band. */
  beyond: ReactNode;
};

/** Choice of the distance from generator to panel, each band with its flat rate. */
export function DistanceBandPicker({
  value,
  installationCents,
  onChoose,
  beyond,
}: DistanceBandPickerProps) {
  const { data: packages, isPending } = usePackages();

  if (isPending) return <p role="status">{m.distance_band_loading()}</p>;
  if (!packages?.length) return <Notice tone="danger">{m.distance_band_empty()}</Notice>;

  const choose = (band: string) => {
    const chosen = packages.find((offered) => bandOf(offered) === band);
    if (chosen) onChoose(chosen, bandOf(chosen));
  };

  return (
    <div className="grid gap-6">
      <BandPlan band={value} />
      <RadioCards
        legend={m.distance_band_question()}
        name="distance-band"
        value={value}
        onChange={choose}
        options={packages.map((offered, index) => {
          const band = bandOf(offered);
          const cents = installationCents(band);
          return {
            value: band,
            title: bandRange[band],
            detail: offered.description,
            ...(index === 0 && { badge: m.distance_band_popular() }),
            ...(cents !== null && { aside: <Price cents={cents} size="md" /> }),
          };
        })}
      />
      {beyond}
    </div>
  );
}
