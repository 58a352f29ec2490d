import type { StaffOrder } from "#api/staff-orders.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import { Badge } from "#ui/badge.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { priceTones, priceWords } from "./price/copy.ts";

type Price = StaffOrder["price"];

/** Price lines to the cent, and the change order that waits for the customer. */
export function PricePart({ order }: { order: StaffOrder }) {
  const { price, package: bought, generator } = order;
  const { lines } = price;
  return (
    <Panel
      size="sm"
      id="price"
      title={priceWords.title}
      badge={<Badge tone={priceTones[price.status]}>{priceWords.states[price.status]}</Badge>}
    >
      {price.change && <Change change={price.change} />}
      <MoneyLines>
        <MoneyLine
          size="sm"
          name={priceWords.installation(bought.name, bought.max_distance_feet)}
          note={price.confirmed_run_ft !== null && priceWords.confirmedRun(price.confirmed_run_ft)}
          cents={lines.installation_cents}
        />
        <MoneyLine
          size="sm"
          name={
            generator
              ? priceWords.generator(generator.brand, generator.model)
              : priceWords.ownGenerator
          }
          cents={lines.generator_cents}
        />
        {lines.sales_tax_cents > 0 && (
          <MoneyLine size="sm" name={priceWords.tax} cents={lines.sales_tax_cents} />
        )}
        <MoneyLine size="sm" name={priceWords.permit} cents={lines.permit_cents} />
        {lines.discount_cents > 0 && (
          <MoneyLine size="sm" name={priceWords.discount} cents={-lines.discount_cents} />
        )}
        <MoneyLine size="sm" name={priceWords.total} cents={lines.total_cents} isTotal />
      </MoneyLines>
      {price.receipt_code && (
        <p className="text-quiet">
          {priceWords.receipt}{" "}
          <a href={`${paths.verify}/${price.receipt_code}`}>{price.receipt_code}</a>,{" "}
          {priceWords.version(price.version)}
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
      title={priceWords.change(
        `${percent.toFixed(1)}%`,
        dollarsAndCents(old_lines.total_cents),
        dollarsAndCents(new_lines.total_cents),
      )}
    >
      <p>{priceWords.changeReason(reason)}</p>
      <p>{priceWords.changeAsked(dayAndTimeOf(proposed_at))}</p>
      {is_refundable && <p>{priceWords.refundable}</p>}
    </Notice>
  );
}
