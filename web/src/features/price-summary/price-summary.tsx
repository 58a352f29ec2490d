import type { Schemas } from "#api/client.ts";
import { salesTax } from "#business/terms.ts";
import { m } from "#paraglide/messages.js";
import { Price } from "#ui/price.tsx";
import { PaidInThree } from "./paid-in-three.tsx";

type PriceSummaryProps = {
  price: Omit<Schemas["PriceOut"], "band" | "generator_id" | "township">;
  packageName: string;
  generatorName: string | null;
  schedulingFeeCents: number;
};

/** Price lines of the job, and the amount due today. */
export function PriceSummary({
  price,
  packageName,
  generatorName,
  schedulingFeeCents,
}: PriceSummaryProps) {
  return (
    <section className="rounded-md bg-surface-sunken p-6" aria-labelledby="price-summary-title">
      <h2 className="mb-2 text-lg" id="price-summary-title">
        {m.price_summary_title()}
      </h2>
      <dl>
        <Line
          name={m.price_summary_installation()}
          note={packageName}
          cents={price.installation_cents}
        />
        {generatorName ? (
          <Line name={generatorName} cents={price.generator_cents} />
        ) : (
          <Line name={m.own_generator()} cents={0} />
        )}
        {price.sales_tax_cents > 0 && (
          <Line
            name={m.price_summary_tax()}
            note={m.price_summary_tax_note({ salesTax })}
            cents={price.sales_tax_cents}
          />
        )}
        {price.permit_at_cost ? (
          <Line name={m.price_summary_permit()} note={m.price_summary_at_cost()} />
        ) : (
          <Line name={m.price_summary_permit()} cents={price.permit_cents} />
        )}
        {price.discount_cents > 0 && (
          <Line name={m.price_summary_discount()} cents={-price.discount_cents} />
        )}
        <div className="flex items-baseline justify-between gap-4 border-t-2 border-ink py-2 font-semibold">
          <dt>{m.price_summary_total()}</dt>
          <dd className="text-end tabular-nums">
            <Price cents={price.total_cents} size="lg" />
          </dd>
        </div>
        <Line
          name={m.price_summary_due_now()}
          note={m.price_summary_due_now_note()}
          cents={schedulingFeeCents}
        />
      </dl>
      <p className="mt-2 text-sm text-quiet">{m.price_summary_due_later()}</p>
      <PaidInThree cents={price.total_cents} />
    </section>
  );
}

function Line({ name, note, cents }: { name: string; note?: string; cents?: number }) {
  return (
    <div className="flex justify-between gap-4 border-t border-line py-2">
      <dt>
        {name}
        {note && <small className="block text-xs text-quiet">{note}</small>}
      </dt>
      <dd className="text-end tabular-nums">
        {cents !== undefined && <Price cents={cents} size="sm" />}
      </dd>
    </div>
  );
}
