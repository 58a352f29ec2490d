import type { ReactNode } from "react";
import type { BookedPrice, MyBooking } from "#api/my-booking.ts";
import { dayOf, longDay } from "#lib/dates.ts";
import { paths } from "#lib/paths.ts";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import { Icon } from "#ui/icon.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Panel } from "#ui/panel.tsx";
import { copy } from "./copy.ts";

const TONES: Record<BookedPrice["status"], BadgeTone> = {
  promised: "info",
  change_proposed: "warning",
  locked: "success",
};

type PricePanelProps = Pick<MyBooking, "price" | "package" | "generator"> & {
  /** The change order to answer, if there is one. */
  question: ReactNode;
};

/** The price to the cent: promised, then locked by the photo review (PHOTO-02). */
export function PricePanel({ price, package: bought, generator, question }: PricePanelProps) {
  const { status, lines } = price;

  return (
    <Panel
      id="price"
      title={copy.title}
      badge={<Badge tone={TONES[status]}>{copy.badges[status]}</Badge>}
    >
      {question}
      <MoneyLines>
        <MoneyLine
          name={copy.installation(bought.name, bought.max_distance_feet)}
          note={price.confirmed_run_ft !== null && copy.lockedRun(price.confirmed_run_ft)}
          cents={lines.installation_cents}
        />
        <MoneyLine name={generatorName(generator)} cents={lines.generator_cents} />
        {lines.generator_cents > 0 && <MoneyLine name={copy.tax} cents={lines.sales_tax_cents} />}
        <MoneyLine name={copy.permit} cents={lines.permit_cents} />
        {lines.discount_cents > 0 && (
          <MoneyLine name={copy.discount} cents={-lines.discount_cents} />
        )}
        <MoneyLine name={copy.total} cents={lines.total_cents} isTotal />
      </MoneyLines>
      <p className="text-sm text-quiet">
        {price.locked_at
          ? copy.locked(longDay(dayOf(price.locked_at)))
          : copy.promised(bought.max_distance_feet)}
      </p>
      {price.receipt_code && <Receipt code={price.receipt_code} version={price.version} />}
    </Panel>
  );
}

const Receipt = ({ code, version }: { code: string; version: number }) => (
  <div className="grid grid-cols-[auto_1fr] gap-3.5 rounded-md bg-surface-sunken px-5 py-4">
    <Icon className="text-success" name="lock" />
    <div>
      <p className="text-base tabular-nums wrap-anywhere">
        {copy.receipt} <strong>{code}</strong> · {copy.version(version)}
      </p>
      <p className="text-sm text-quiet">{copy.receiptNote}</p>
      <a
        className="inline-flex min-h-target items-center text-sm font-semibold"
        href={`${paths.verify}/${code}`}
      >
        {copy.check}
      </a>
    </div>
  </div>
);

function generatorName(generator: MyBooking["generator"]): string {
  if (!generator) return copy.ownGenerator;
  const { brand, model, kw } = generator;
  return model.includes(String(kw)) ? `${brand} ${model}` : `${brand} ${model}, ${kw} kW`;
}
