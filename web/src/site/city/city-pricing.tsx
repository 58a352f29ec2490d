import type { ReactNode } from "react";
import type { City } from "#content/cities/city.ts";
import { Pricing } from "#site/home/pricing.tsx";
import { copy } from "./copy.ts";

/** Price calculator section, preset to this city. */
export function CityPricing({ city, children }: { city: City; children: ReactNode }) {
  return (
    <Pricing title={copy.pricing.title(city.name)} lead={copy.pricing.lead} ground="plain">
      {children}
    </Pricing>
  );
}
