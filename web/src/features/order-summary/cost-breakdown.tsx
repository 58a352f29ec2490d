import { extrasOf, installationName, salesTaxName } from "#business/extras.ts";
import { windowWithHours } from "#business/windows.ts";
import { longDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { generatorName } from "#lib/names.ts";
import { m } from "#paraglide/messages.js";
import { Icon, type IconName } from "#ui/icon.tsx";
import type { Order } from "./order-loader.tsx";

/** The order's price lines to the cent, as on the receipt. */
export function CostBreakdown({ order }: { order: Order }) {
  const { lines, generator } = order;

  return (
    <section aria-labelledby="cost-breakdown">
      <h2 className="text-xl" id="cost-breakdown">
        {m.order_summary_costs()}
      </h2>
      <dl className="mt-2 tabular-nums" data-sum>
        <Line name={installationName(lines, order.package)} cents={lines.installation_cents} />
        <Line name={generatorName(generator)} cents={lines.generator_cents} />
        {lines.sales_tax_cents > 0 && (
          <Line name={salesTaxName(lines)} cents={lines.sales_tax_cents} />
        )}
        <Line name={m.order_summary_permit()} cents={lines.permit_cents} />
        {extrasOf(lines).map((extra) => (
          <Line key={extra.name} {...extra} />
        ))}
        {lines.discount_cents > 0 && (
          <Line name={m.order_summary_discount()} cents={-lines.discount_cents} />
        )}
        <Line name={m.order_summary_total()} cents={lines.total_cents} isTotal />
      </dl>
    </section>
  );
}

type LineProps = { name: string; cents: number; isTotal?: boolean };

const Line = ({ name, cents, isTotal = false }: LineProps) => (
  <div
    {...(isTotal ? { "data-total": "lines" } : { "data-part": "lines" })}
    className={`flex justify-between gap-4 py-3 ${isTotal ? "items-baseline text-xl font-semibold" : "border-b border-line"}`}
  >
    <dt>{name}</dt>
    <dd className={`whitespace-nowrap ${isTotal ? "text-2xl tracking-[-0.02em]" : ""}`}>
      {dollarsAndCents(cents)}
    </dd>
  </div>
);

type AppointmentFactsProps = {
  address: string;
  visit: Pick<Order["appointment"], "day" | "time_window" | "start_at" | "end_at">;
};

export function AppointmentFacts({ address, visit }: AppointmentFactsProps) {
  return (
    <dl className="grid gap-4">
      <Fact icon="calendar" name={m.order_summary_date()} value={longDay(visit.day)} />
      <Fact icon="clock" name={m.order_summary_arrival()} value={windowWithHours(visit)} />
      <Fact icon="map-pin" name={m.order_summary_address()} value={address} />
    </dl>
  );
}

type FactProps = { icon: IconName; name: string; value: string };

const Fact = ({ icon, name, value }: FactProps) => (
  <div className="relative ps-9.5 leading-[1.4]">
    <dt className="text-sm text-quiet">
      <Icon className="absolute start-0 top-0.5 text-emphasis" name={icon} />
      {name}
    </dt>
    <dd className="font-semibold wrap-anywhere">{value}</dd>
  </div>
);
