import { dollarsAndCents } from "#lib/money.ts";
import { copy } from "./copy.ts";
import type { Order } from "./use-order.ts";
import "./order-summary.css";

/** The order's price lines to the cent, as on the receipt. */
export function CostBreakdown({ order }: { order: Order }) {
  const { lines, generator } = order;

  return (
    <section className="cost-breakdown" aria-labelledby="cost-breakdown">
      <h2 id="cost-breakdown">{copy.costs}</h2>
      <dl>
        <Line name={installationName(order.package)} cents={lines.installation_cents} />
        <Line name={generatorName(generator)} cents={lines.generator_cents} />
        {lines.generator_cents > 0 && <Line name={copy.salesTax} cents={lines.sales_tax_cents} />}
        <Line name={copy.permit} cents={lines.permit_cents} />
        {lines.discount_cents > 0 && <Line name={copy.discount} cents={-lines.discount_cents} />}
        <Line name={copy.total} cents={lines.total_cents} isTotal />
      </dl>
    </section>
  );
}

type LineProps = { name: string; cents: number; isTotal?: boolean };

const Line = ({ name, cents, isTotal }: LineProps) => (
  <div className="cost-breakdown__line" data-total={isTotal || undefined}>
    <dt>{name}</dt>
    <dd>{dollarsAndCents(cents)}</dd>
  </div>
);

const installationName = ({ name, max_distance_feet }: Order["package"]): string =>
  copy.installation(name, max_distance_feet);

function generatorName(generator: Order["generator"]): string {
  if (!generator) return copy.ownGenerator;
  const { brand, model, kw } = generator;
  return model.includes(String(kw)) ? `${brand} ${model}` : `${brand} ${model}, ${kw} kW`;
}
