import { Price } from "#ui/price.tsx";
import { priceWords as words } from "./copy.ts";
import type { Price as Lines } from "./find-price.ts";
import "./price-summary.css";

type PriceSummaryProps = {
  price: Lines;
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
    <section className="price-summary" aria-labelledby="price-summary-title">
      <h2 id="price-summary-title">{words.title}</h2>
      <dl>
        <Line name={words.installation} note={packageName} cents={price.installation_cents} />
        {generatorName ? (
          <Line name={generatorName} cents={price.generator_cents} />
        ) : (
          <Line name={words.ownGenerator} cents={0} />
        )}
        {price.sales_tax_cents > 0 && (
          <Line name={words.tax} note={words.taxNote} cents={price.sales_tax_cents} />
        )}
        {price.permit_at_cost ? (
          <Line name={words.permit} note={words.atCost} />
        ) : (
          <Line name={words.permit} cents={price.permit_cents} />
        )}
        {price.discount_cents > 0 && <Line name={words.discount} cents={-price.discount_cents} />}
        <div className="price-summary__total">
          <dt>{words.total}</dt>
          <dd>
            <Price cents={price.total_cents} size="lg" />
          </dd>
        </div>
        <Line name={words.dueNow} note={words.dueNowNote} cents={schedulingFeeCents} />
      </dl>
      <p className="price-summary__later">{words.dueLater}</p>
    </section>
  );
}

function Line({ name, note, cents }: { name: string; note?: string; cents?: number }) {
  return (
    <div>
      <dt>
        {name}
        {note && <small>{note}</small>}
      </dt>
      <dd>{cents !== undefined && <Price cents={cents} size="sm" />}</dd>
    </div>
  );
}
