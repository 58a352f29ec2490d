import type { StaffOrder } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";

type Price = StaffOrder["price"];

/** Price lines to the cent, and the change order that waits for the customer. */
export function PricePart({ order }: { order: StaffOrder }) {
  const { price, package: bought, generator } = order;
  const { lines } = price;
  return (
    <Panel
      size="sm"
      id="price"
      title={m.staff_price_title()}
      badge={
        <Badge tone={priceTones[price.status]}>
          {m.staff_price_states({ status: price.status })}
        </Badge>
      }
    >
      {price.change && <Change change={price.change} />}
      <MoneyLines>
        <MoneyLine
          size="sm"
          name={m.staff_price_installation({ name: bought.name, feet: bought.max_distance_feet })}
          note={
            price.confirmed_run_ft !== null &&
            m.staff_price_confirmed_run({ feet: price.confirmed_run_ft })
          }
          cents={lines.installation_cents}
        />
        <MoneyLine
          size="sm"
          name={
            generator
              ? m.staff_price_generator({ brand: generator.brand, model: generator.model })
              : m.staff_price_own_generator()
          }
          cents={lines.generator_cents}
        />
        {lines.sales_tax_cents > 0 && (
          <MoneyLine size="sm" name={m.staff_price_tax()} cents={lines.sales_tax_cents} />
        )}
        <MoneyLine size="sm" name={m.staff_price_permit()} cents={lines.permit_cents} />
        {lines.discount_cents > 0 && (
          <MoneyLine size="sm" name={m.staff_price_discount()} cents={-lines.discount_cents} />
        )}
        <MoneyLine size="sm" name={m.staff_price_total()} cents={lines.total_cents} isTotal />
      </MoneyLines>
      {price.receipt_code && (
        <p className="text-quiet">
          {m.staff_price_receipt()}{" "}
          <a href={`${paths.verify}/${price.receipt_code}`}>{price.receipt_code}</a>,{" "}
          {m.staff_price_version({ version: price.version })}
        </p>
      )}
    </Panel>
  );
}

function Change({ change }: { change: NonNullable<Price["change"]> }) {
  const { old_lines, new_lines, percent, reason, proposed_at, is_refundable } = change;
  return (
    <Notice
      tone="warning"
      title={m.staff_price_change({
        percent: `${percent.toFixed(1)}%`,
        was: dollarsAndCents(old_lines.total_cents),
        becomes: dollarsAndCents(new_lines.total_cents),
      })}
    >
      <p>{m.staff_price_change_reason({ reason })}</p>
      <p>{m.staff_price_change_proposed({ when: dayAndTimeOf(proposed_at) })}</p>
      {is_refundable && <p>{m.staff_price_refundable()}</p>}
    </Notice>
  );
}

const priceTones = {
  promised: "info",
  change_proposed: "warning",
  locked: "success",
} satisfies Record<StaffOrder["price"]["status"], BadgeTone>;
