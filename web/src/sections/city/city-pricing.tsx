import type { ReactNode } from "react";
import type { City } from "#content/cities/city.ts";
import { copy } from "./copy.ts";
import "#sections/home/pricing.css";
import "./city-pricing.css";

/** Price calculator section, preset to this city. */
export function CityPricing({ city, children }: { city: City; children: ReactNode }) {
  return (
    <section className="pricing-section city-pricing" id="pricing" aria-labelledby="pricing-title">
      <div className="pricing-section__inner page" id="pricing-clarity">
        <h2 id="pricing-title">{copy.pricing.title(city.name)}</h2>
        <p className="pricing-section__lead">{copy.pricing.lead}</p>
        {children}
      </div>
    </section>
  );
}
