import type { ReactNode } from "react";
import type { Band } from "#business/bands.ts";
import { Notice } from "#ui/notice.tsx";
import { Price } from "#ui/price.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { BandPlan } from "./band-plan.tsx";
import { bandWords } from "./copy.ts";
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

  if (isPending) return <p role="status">{bandWords.loading}</p>;
  if (!packages?.length) return <Notice tone="danger">{bandWords.empty}</Notice>;

  const choose = (band: string) => {
    const chosen = packages.find((offered) => bandOf(offered) === band);
    if (chosen) onChoose(chosen, bandOf(chosen));
  };

  return (
    <div className="grid gap-6">
      <BandPlan band={value} />
      <RadioCards
        legend={bandWords.question}
        name="distance-band"
        value={value}
        onChange={choose}
        options={packages.map((offered, index) => {
          const band = bandOf(offered);
          const cents = installationCents(band);
          return {
            value: band,
            title: bandWords.range[band],
            detail: offered.description,
            ...(index === 0 && { badge: bandWords.popular }),
            ...(cents !== null && { aside: <Price cents={cents} size="md" /> }),
          };
        })}
      />
      {beyond}
    </div>
  );
}
