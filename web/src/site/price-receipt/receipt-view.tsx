import { dayOf, longDay } from "#lib/dates.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice } from "#ui/notice.tsx";
import { copy } from "./copy.ts";
import { grouped, type Lines, type Receipt } from "./receipt.ts";
import { SelfCheck } from "./self-check.tsx";
import { VersionChain } from "./version-chain.tsx";

type ReceiptViewProps = { receipt: Receipt; hrefOf: (code: string) => string };

/** A promised price: signature check, price lines, versions, and how to verify it independently. */
export function ReceiptView({ receipt, hrefOf }: ReceiptViewProps) {
  const latest = receipt.chain.at(-1);

  return (
    <div className="grid gap-8 *:min-w-0">
      <Verdict receipt={receipt} />
      {!receipt.is_latest && latest && (
        <Notice
          tone="warning"
          title={copy.newerTitle}
          action={
            <Button variant="outline" href={hrefOf(latest.code)}>
              {copy.toLatest}
            </Button>
          }
        >
          {copy.newer(receipt.version)}
        </Notice>
      )}
      <section
        className="grid gap-4 rounded-md border border-line p-[clamp(1.25rem,0.75rem+2vw,2rem)]"
        aria-labelledby="receipt-price"
      >
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="text-xl" id="receipt-price">
            {copy.price}
          </h2>
          <Badge tone={receipt.is_locked ? "success" : "info"}>
            {receipt.is_locked ? copy.locked : copy.promised}
          </Badge>
        </header>
        <PriceLines lines={receipt.lines} />
        <p className="text-sm text-quiet">
          {receipt.is_locked ? copy.lockedNote : copy.promisedNote}
        </p>
        <Facts receipt={receipt} />
      </section>
      <VersionChain {...{ receipt, hrefOf }} />
      <SelfCheck receipt={receipt} />
    </div>
  );
}

const Verdict = ({ receipt }: { receipt: Receipt }) =>
  receipt.is_valid ? (
    <Notice tone="success" title={copy.validTitle}>
      {copy.valid(longDay(dayOf(receipt.issued_at)))}
    </Notice>
  ) : (
    <Notice tone="danger" title={copy.invalidTitle}>
      {copy.invalid}
    </Notice>
  );

function PriceLines({ lines }: { lines: Lines }) {
  const { names } = copy;
  return (
    <MoneyLines>
      <MoneyLine name={names.installation_cents} cents={lines.installation_cents} />
      {lines.generator_cents > 0 && (
        <>
          <MoneyLine name={names.generator_cents} cents={lines.generator_cents} />
          <MoneyLine name={names.sales_tax_cents} cents={lines.sales_tax_cents} />
        </>
      )}
      <MoneyLine name={names.permit_cents} cents={lines.permit_cents} />
      {lines.discount_cents > 0 && (
        <MoneyLine name={names.discount_cents} cents={-lines.discount_cents} />
      )}
      <MoneyLine name={names.total_cents} cents={lines.total_cents} isTotal />
    </MoneyLines>
  );
}

function Facts({ receipt }: { receipt: Receipt }) {
  const { band, confirmed_run_ft } = receipt;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-4 border-t border-line pt-4">
      <Fact name={copy.place} value={copy.placeOf(receipt.city, receipt.zip_code)} />
      <Fact
        name={copy.distance}
        value={confirmed_run_ft === null ? copy.bands[band] : copy.confirmed(confirmed_run_ft)}
      />
      <Fact name={copy.issued} value={longDay(dayOf(receipt.issued_at))} />
      <Fact
        name={copy.receipt}
        value={`${grouped(receipt.code)}, ${copy.version(receipt.version).toLowerCase()}`}
      />
    </dl>
  );
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-sm leading-[1.4] text-quiet">{name}</dt>
    <dd className="leading-[1.4] font-semibold wrap-anywhere tabular-nums">{value}</dd>
  </div>
);
