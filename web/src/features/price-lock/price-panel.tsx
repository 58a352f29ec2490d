import type { ReactNode } from "react";
import type { BookedPrice, MyBooking } from "#api/my-booking.ts";
import { extrasOf, installationName, salesTaxName } from "#business/extras.ts";
import { lowerFrom } from "#business/lower-from.ts";
import { dayOf, longDay } from "#lib/dates.ts";
import { generatorName } from "#lib/names.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Icon } from "#ui/icon.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Panel } from "#ui/panel.tsx";
import { StayOnWords } from "./stay-on-words.tsx";

const TONES: Record<BookedPrice["status"], BadgeTone> = {
  promised: "info",
  change_proposed: "warning",
  locked: "success",
};

type PricePanelProps = Pick<MyBooking, "price" | "package" | "generator" | "status"> & {
  stayOn: MyBooking["stay_on"];
  /** Whether the photos were reviewed: with no price locked by it, another one is proposed or declined. */
  isReviewed: boolean;
  /** The change order to answer, if there is one. */
  question: ReactNode;
};

/** The price to the cent: promised, then locked by the photo review (PHOTO-02). */
export function PricePanel({
  price,
  package: bought,
  generator,
  status,
  stayOn,
  isReviewed,
  question,
}: PricePanelProps) {
  const { lines } = price;
  const isCanceled = status === "cancelled";

  return (
    <Panel
      id="price"
      title={m.price_lock_title()}
      badge={
        !isCanceled && (
          <Badge tone={TONES[price.status]}>{m.price_lock_badges({ status: price.status })}</Badge>
        )
      }
    >
      {question}
      <MoneyLines>
        <MoneyLine
          name={installationName(lines, bought)}
          note={
            price.confirmed_run_ft !== null &&
            m.price_lock_locked_run({ feet: price.confirmed_run_ft })
          }
          cents={lines.installation_cents}
        />
        <MoneyLine name={generatorName(generator)} cents={lines.generator_cents} />
        {lines.sales_tax_cents > 0 && (
          <MoneyLine name={salesTaxName(lines)} cents={lines.sales_tax_cents} />
        )}
        <MoneyLine name={m.price_lock_permit()} cents={lines.permit_cents} />
        {extrasOf(lines).map((extra) => (
          <MoneyLine key={extra.name} {...extra} />
        ))}
        {lines.discount_cents > 0 && (
          <MoneyLine name={m.price_lock_discount()} cents={-lines.discount_cents} />
        )}
        <MoneyLine name={m.price_lock_total()} cents={lines.total_cents} isTotal />
      </MoneyLines>
      <p className="text-sm text-quiet">
        {isCanceled ? m.price_lock_canceled() : whatHolds(price, bought, isReviewed)}
      </p>
      {stayOn && <StayOnWords stayOn={stayOn} />}
      {price.receipt_code && <Receipt code={price.receipt_code} version={price.version} />}
    </Panel>
  );
}

function whatHolds(price: BookedPrice, bought: MyBooking["package"], isReviewed: boolean) {
  if (price.locked_at) return m.price_lock_locked({ day: longDay(dayOf(price.locked_at)) });
  const maxFeet = price.quoted_run_ft ?? bought.max_distance_feet;
  return isReviewed
    ? m.price_lock_reviewed({ maxFeet })
    : m.price_lock_promised({ maxFeet, lower: lowerFrom(maxFeet) });
}

const Receipt = ({ code, version }: { code: string; version: number }) => (
  <div className="grid grid-cols-[auto_1fr] gap-3.5 rounded-md bg-surface-sunken px-5 py-4">
    <Icon className="text-success" name="lock" />
    <div>
      <p className="text-base tabular-nums wrap-anywhere">
        {m.price_lock_receipt()} <strong>{code}</strong> · {m.price_lock_version({ version })}
      </p>
      <p className="text-sm text-quiet">{m.price_lock_receipt_note()}</p>
      <a
        className="inline-flex min-h-target items-center text-sm font-semibold"
        href={`${paths.verify}/${code}`}
      >
        {m.price_lock_check()}
      </a>
    </div>
  </div>
);
