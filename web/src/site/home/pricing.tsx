import type { ReactNode } from "react";
import { m } from "#paraglide/messages.js";

type PricingProps = {
  title?: string | undefined;
  lead?: string | undefined;
  /** Between two sunken sections, its own ground is plain. */
  ground?: "sunken" | "plain" | undefined;
  /** Price calculator. */
  children: ReactNode;
};

export function Pricing({
  title = m.home_pricing_title(),
  lead = m.home_pricing_lead(),
  ground = "sunken",
  children,
}: PricingProps) {
  return (
    <section
      className={ground === "sunken" ? "bg-surface-sunken" : "bg-surface"}
      id="pricing"
      aria-labelledby="pricing-title"
    >
      <div className="page py-section" id="pricing-clarity">
        <h2 className="max-w-[20ch] text-3xl tracking-tight" id="pricing-title">
          {title}
        </h2>
        <p className="mt-4 mb-10 max-w-[46ch] text-quiet">{lead}</p>
        {children}
      </div>
    </section>
  );
}
