import { useState } from "react";
import {
  manufacturerWarrantyYears,
  type SystemTier,
  systemTiers,
  type Tier,
} from "#content/sizing/tiers.ts";
import { resultWords as words } from "./copy.ts";
import { SystemCard } from "./system-card.tsx";
import { nearestForSale, useGeneratorOptions } from "./use-generator-options.ts";

type SystemsProps = {
  /** Null until the saved figures are read. */
  address: string | null;
  recommended: Tier | null;
  byLoad: Tier | null;
};

export function Systems({ address, recommended, byLoad }: SystemsProps) {
  const options = useGeneratorOptions();
  const [leavingFor, setLeavingFor] = useState<Tier | null>(null);

  const storeCents = (system: SystemTier) => {
    if (!options) return undefined;
    const option = nearestForSale(system, options);
    return option?.modelNumber === system.modelNumber ? Math.round(option.price * 100) : null;
  };
  // The booking's draft is loaded only for who selects.
  const select = async (system: SystemTier) => {
    if (!address) return;
    setLeavingFor(system.tier);
    try {
      const { selectSystem } = await import("./select-system.ts");
      location.assign(selectSystem(system, address, options));
    } catch {
      setLeavingFor(null);
    }
  };

  return (
    <section className="page" aria-label={words.title}>
      <div className="mb-4 grid gap-4 lg:grid-cols-3">
        {systemTiers.map((system) => (
          <SystemCard
            key={system.tier}
            system={system}
            isRecommended={system.tier === recommended}
            isByLoad={system.tier === byLoad}
            isFirstChoice={system.tier === (byLoad ?? recommended)}
            storeCents={storeCents(system)}
            isBusy={system.tier === leavingFor}
            onSelect={() => select(system)}
          />
        ))}
      </div>
      <p className="mt-2 text-sm text-quiet">{words.unitNote}</p>
      <p className="mt-2 text-sm text-quiet">
        {words.warrantyNote(manufacturerWarrantyYears.value)}
      </p>
    </section>
  );
}
