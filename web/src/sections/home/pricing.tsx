import type { ReactNode } from "react";
import { copy } from "./copy.ts";
import "./pricing.css";

export function Pricing({ children }: { children: ReactNode }) {
  return (
    <section className="pricing-section" id="pricing" aria-labelledby="pricing-title">
      <div className="pricing-section__inner page" id="pricing-clarity">
        <h2 id="pricing-title">{copy.pricing.title}</h2>
        <p className="pricing-section__lead">{copy.pricing.lead}</p>
        {children}
      </div>
    </section>
  );
}
