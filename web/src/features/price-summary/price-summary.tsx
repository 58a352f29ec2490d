import type { ReactNode } from "react";
import type { Schemas } from "#api/client.ts";
import { feeCreditDays, feeTitle, salesTax } from "#business/terms.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Price } from "#ui/price.tsx";

type PriceSummaryProps = {
  price: Pick<Schemas["PriceOut"], "shown" | "milestones" | "permit_at_cost"> & Lines;
  reach: string;
  generatorName: string | null;
  schedulingFeeCents: number;
  /** For staff, who read the same total to the cent beside it. */
  hasCents?: boolean;
};

type Lines = Schemas["ShownPriceOut"];

/** Price lines of the job, and how they are paid: both columns sum to the total. */
export function PriceSummary({
  price,
  reach,
  generatorName,
  schedulingFeeCents,
  hasCents = false,
}: PriceSummaryProps) {
  const { milestones, permit_at_cost } = price;
  const shown: Lines = hasCents ? price : price.shown;
  const Line = hasCents ? ExactLine : WholeLine;

  return (
    <section
      className="rounded-md bg-surface-sunken p-6"
      aria-labelledby="price-summary-title"
      data-sum
    >
      <h2 className="mb-2 text-lg" id="price-summary-title">
        {m.price_summary_title()}
      </h2>
      <dl>
        <Line name={m.price_summary_installation()} note={reach} cents={shown.installation_cents} />
        {generatorName ? (
          <Line name={generatorName} cents={shown.generator_cents} />
        ) : (
          <Line name={m.own_generator()} cents={0} />
        )}
        {shown.sales_tax_cents > 0 && (
          <Line
            name={m.price_summary_tax()}
            note={m.price_summary_tax_note({ salesTax })}
            cents={shown.sales_tax_cents}
          />
        )}
        {permit_at_cost ? (
          <Line name={m.price_summary_permit()} note={m.price_summary_at_cost()} />
        ) : (
          <Line name={m.price_summary_permit()} cents={shown.permit_cents} />
        )}
        {shown.discount_cents > 0 && (
          <Line name={m.price_summary_discount()} cents={-shown.discount_cents} />
        )}
        <div
          className="flex items-baseline justify-between gap-4 border-t-2 border-ink py-2 font-semibold"
          data-total="lines payments"
        >
          <dt>{m.price_summary_total()}</dt>
          <dd className="text-end tabular-nums">
            {hasCents ? (
              dollarsAndCents(shown.total_cents)
            ) : (
              <Price cents={shown.total_cents} size="lg" />
            )}
          </dd>
        </div>
      </dl>
      <h3 className="mt-4 mb-2 text-base">{m.price_summary_payments()}</h3>
      <dl>
        {schedulingFeeCents > 0 && (
          <Line
            of="payments"
            name={m.price_summary_due_now()}
            note={m.price_summary_due_now_note({ days: feeCreditDays })}
            cents={schedulingFeeCents}
          />
        )}
        {milestones.map(({ kind, percent, amount_cents, shown_cents }) => (
          <Line
            key={kind}
            of="payments"
            name={m.milestones_kinds({ kind })}
            note={`${percent}%`}
            cents={hasCents ? amount_cents : shown_cents}
          />
        ))}
        {schedulingFeeCents > 0 && (
          <Line
            of="payments"
            name={m.price_summary_credit({ fee: feeTitle })}
            cents={-schedulingFeeCents}
          />
        )}
      </dl>
      <p className="mt-2 text-sm text-quiet">{m.price_summary_due_later()}</p>
    </section>
  );
}

type LineProps = { name: string; note?: string; cents?: number; of?: "lines" | "payments" };

const WholeLine = ({ cents, ...line }: LineProps) => (
  <Row {...line}>{cents !== undefined && <Price cents={cents} size="sm" />}</Row>
);

const ExactLine = ({ cents, ...line }: LineProps) => (
  <Row {...line}>
    {cents !== undefined && (
      <span className="text-sm font-semibold whitespace-nowrap">{dollarsAndCents(cents)}</span>
    )}
  </Row>
);

type RowProps = Omit<LineProps, "cents"> & { children: ReactNode };

function Row({ name, note, of = "lines", children }: RowProps) {
  return (
    <div className="flex justify-between gap-4 border-t border-line py-2" data-part={of}>
      <dt>
        {name}
        {note && <small className="block text-xs text-quiet">{note}</small>}
      </dt>
      <dd className="text-end tabular-nums">{children}</dd>
    </div>
  );
}
