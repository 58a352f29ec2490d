import type { StaffOrder } from "#api/staff-orders.ts";
import { extrasOf, installationName } from "#business/extras.ts";
import { LinesCompared } from "#features/price-lock/lines-compared.tsx";
import { dayAndTimeOf } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { NotInRole } from "../session/me.tsx";
import { ActionButton } from "./parts.tsx";

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
          name={installationName(lines, bought)}
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
        {extrasOf(lines).map((extra) => (
          <MoneyLine key={extra.name} size="sm" {...extra} />
        ))}
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
      {price.locked_at && !price.change && <PriceActions status={order.status} />}
    </Panel>
  );
}

const EARLY: readonly StaffOrder["status"][] = ["reserved", "scheduled"];
const OVER: readonly StaffOrder["status"][] = ["completed", "cancelled"];

// A locked price changes by a change order; a wrong distance is corrected before acceptance.
const PriceActions = ({ status }: Pick<StaffOrder, "status">) => (
  <div className="flex flex-wrap items-center gap-2">
    {!OVER.includes(status) && (
      <ActionButton needs="change_price" opens={{ is: "change_price" }}>
        {m.staff_change_price()}
      </ActionButton>
    )}
    {EARLY.includes(status) && (
      <ActionButton needs="take_back" opens={{ is: "correct_lock" }}>
        {m.staff_correct_lock()}
      </ActionButton>
    )}
    {EARLY.includes(status) && <NotInRole needs={["take_back"]} />}
  </div>
);

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
      <LinesCompared before={old_lines} after={new_lines} />
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
