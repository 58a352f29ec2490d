import type { ReactNode } from "react";
import { limitOf, longestFlatRunFt, nearestBand } from "#business/bands.ts";
import {
  fartherLimitsInWords,
  feeCreditDays,
  milestoneShares,
  reservationFee,
  salesTax,
} from "#business/terms.ts";
import { exampleTown, prices, startingPrice } from "#content/price-example.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";

type PricingExplainerProps = { open: boolean; onClose: () => void };

/** Modal that explains where each price line comes from and what may still change it (HOME-06). */
export function PricingExplainer({ open, onClose }: PricingExplainerProps) {
  return (
    <Modal open={open} onClose={onClose} title={m.pricing_explainer_title()}>
      <dl className="grid">
        {[
          {
            title: m.pricing_explainer_parts_1_title(),
            text: m.pricing_explainer_parts_1_text({
              feet: limitOf(nearestBand),
              price: startingPrice,
              limits: fartherLimitsInWords,
            }),
          },
          { title: m.pricing_explainer_parts_2_title(), text: m.pricing_explainer_parts_2_text() },
          {
            title: m.pricing_explainer_parts_3_title({ salesTax }),
            text: m.pricing_explainer_parts_3_text(),
          },
          {
            title: m.pricing_explainer_parts_4_title(),
            text: m.pricing_explainer_parts_4_text({ town: exampleTown, permit: prices.permit }),
          },
        ].map((part) => (
          <div className="border-t border-line py-4" key={part.title}>
            <dt className="font-semibold">{part.title}</dt>
            <dd className="mt-1 text-base text-quiet">{part.text}</dd>
          </div>
        ))}
      </dl>
      <Part title={m.pricing_explainer_changes_title()}>
        <ul className="grid list-disc gap-2 ps-5">
          {[
            m.pricing_explainer_changes_1(),
            m.pricing_explainer_changes_2(),
            m.pricing_explainer_changes_3({ longestFlatRunFt }),
            m.pricing_explainer_changes_4(),
          ].map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      </Part>
      <Part title={m.pricing_explainer_fee_title()}>
        <p>
          {m.pricing_explainer_fee({
            fee: reservationFee,
            days: feeCreditDays,
            atAcceptance: milestoneShares[0],
            atArrival: milestoneShares[1],
            atCompletion: milestoneShares[2],
          })}
        </p>
      </Part>
      <Button variant="outline" onClick={onClose}>
        {m.close()}
      </Button>
    </Modal>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-2 rounded-sm bg-surface-sunken p-4 text-base">
      <h3 className="text-base">{title}</h3>
      {children}
    </div>
  );
}
