import { useEffect, useState } from "react";
import { paths } from "#lib/paths.ts";
import { type EnergyData, readEnergyData } from "#site/energy-sizing/energy-data.ts";
import { canBeRecommended, tierFor, usageOf } from "#site/energy-sizing/recommend-tier.ts";
import { Facts } from "./facts.tsx";
import { Systems } from "./systems.tsx";
import { useSizing } from "./use-sizing.ts";
import { Verdict } from "./verdict.tsx";

/**
 * The recommendation (REC-02, REC-03): a first guess from the bill, until there is a load
 * calculation.
 */
export function Recommendation() {
  const energy = useSavedEnergy();
  const { sizing, isOwn } = useSizing();
  const usage = energy && usageOf(energy);
  const tier = usage && tierFor(usage.kwh);

  return (
    <>
      <Facts energy={energy} />
      <Verdict usage={usage} tier={tier} sizing={isOwn ? sizing : null} />
      <Systems
        address={energy?.address ?? null}
        recommended={tier && canBeRecommended(tier) ? tier : null}
        byLoad={isOwn ? sizing.tier : null}
      />
    </>
  );
}

// Null until session storage is read. Visitors without saved figures are redirected to enter them
// (REC-03.3).
function useSavedEnergy(): EnergyData | null {
  const [energy, setEnergy] = useState<EnergyData | null>(null);

  useEffect(() => {
    const saved = readEnergyData();
    if (saved) setEnergy(saved);
    else location.replace(paths.generatorConfig);
  }, []);

  return energy;
}
