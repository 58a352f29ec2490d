import { state_code as state } from "@market/place.json";
import { bandInWords } from "#business/bands.ts";
import { company } from "#content/company.ts";
import { dayOf, longDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice } from "#ui/notice.tsx";
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
          title={m.price_receipt_newer_title()}
          action={
            <Button variant="outline" href={hrefOf(latest.code)}>
              {m.price_receipt_to_latest()}
            </Button>
          }
        >
          {m.price_receipt_newer({ number: receipt.version })}
        </Notice>
      )}
      <section
        className="grid gap-4 rounded-md border border-line p-[clamp(1.25rem,0.75rem+2vw,2rem)]"
        aria-labelledby="receipt-price"
      >
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 className="text-xl" id="receipt-price">
            {m.price_receipt_price()}
          </h2>
          <Badge tone={receipt.is_locked ? "success" : "info"}>
            {receipt.is_locked ? m.price_receipt_locked() : m.price_receipt_promised()}
          </Badge>
        </header>
        <PriceLines lines={receipt.lines} />
        <p className="text-sm text-quiet">
          {receipt.is_locked ? m.price_receipt_locked_note() : m.price_receipt_promised_note()}
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
    <Notice tone="success" title={m.price_receipt_valid_title()}>
      {m.price_receipt_valid({ day: longDay(dayOf(receipt.issued_at)) })}
    </Notice>
  ) : (
    <Notice tone="danger" title={m.price_receipt_invalid_title()}>
      {m.price_receipt_invalid({ phone: company.phone })}
    </Notice>
  );

function PriceLines({ lines }: { lines: Lines }) {
  return (
    <MoneyLines>
      <MoneyLine
        name={m.price_receipt_names({ line: "installation_cents" })}
        cents={lines.installation_cents}
      />
      {lines.generator_cents > 0 && (
        <>
          <MoneyLine
            name={m.price_receipt_names({ line: "generator_cents" })}
            cents={lines.generator_cents}
          />
          <MoneyLine
            name={m.price_receipt_names({ line: "sales_tax_cents" })}
            cents={lines.sales_tax_cents}
          />
        </>
      )}
      <MoneyLine
        name={m.price_receipt_names({ line: "permit_cents" })}
        cents={lines.permit_cents}
      />
      {lines.discount_cents > 0 && (
        <MoneyLine
          name={m.price_receipt_names({ line: "discount_cents" })}
          cents={-lines.discount_cents}
        />
      )}
      <MoneyLine
        name={m.price_receipt_names({ line: "total_cents" })}
        cents={lines.total_cents}
        isTotal
      />
    </MoneyLines>
  );
}

function Facts({ receipt }: { receipt: Receipt }) {
  const { band, confirmed_run_ft } = receipt;
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-4 border-t border-line pt-4">
      <Fact
        name={m.price_receipt_place()}
        value={
          receipt.city
            ? m.price_receipt_place_of({ city: receipt.city, state, zip: receipt.zip_code })
            : m.price_receipt_place_of_zip({ state, zip: receipt.zip_code })
        }
      />
      <Fact
        name={m.price_receipt_distance()}
        value={
          confirmed_run_ft === null
            ? bandInWords[band]
            : m.price_receipt_confirmed({ feet: confirmed_run_ft })
        }
      />
      <Fact name={m.price_receipt_issued()} value={longDay(dayOf(receipt.issued_at))} />
      <Fact
        name={m.price_receipt_receipt()}
        value={`${grouped(receipt.code)}, ${m.price_receipt_version({ number: receipt.version }).toLowerCase()}`}
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
