import { state_code as state } from "@market/place.json";
import { useState } from "react";
import { runRange } from "#business/bands.ts";
import { extrasOf } from "#business/extras.ts";
import { lowerFrom } from "#business/lower-from.ts";
import { company } from "#content/company.ts";
import { dayOf, longDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { MoneyLine, MoneyLines } from "#ui/money-lines.tsx";
import { Notice } from "#ui/notice.tsx";
import { changedLines, grouped, type Lines, type Receipt, type Version } from "./receipt.ts";

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
          <State receipt={receipt} />
        </header>
        <PriceLines lines={receipt.lines} />
        <p className="text-sm text-quiet">{whatHolds(receipt)}</p>
        <Facts receipt={receipt} />
      </section>
      <VersionChain {...{ receipt, hrefOf }} />
      <SelfCheck signed={receipt} />
    </div>
  );
}

function State({ receipt }: { receipt: Receipt }) {
  if (receipt.is_canceled) return <Badge tone="warning">{m.price_receipt_canceled()}</Badge>;
  return (
    <Badge tone={receipt.is_locked ? "success" : "info"}>
      {receipt.is_locked ? m.price_receipt_locked() : m.price_receipt_promised()}
    </Badge>
  );
}

function whatHolds({ is_canceled, is_locked, band_max_ft, quoted_run_ft }: Receipt): string {
  if (is_canceled) return m.price_receipt_canceled_note();
  if (is_locked) return m.price_receipt_locked_note();
  return m.price_receipt_promised_note({ lower: lowerFrom(quoted_run_ft ?? band_max_ft) });
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
        <MoneyLine
          name={m.price_receipt_names({ line: "generator_cents" })}
          cents={lines.generator_cents}
        />
      )}
      {lines.sales_tax_cents > 0 && (
        <MoneyLine
          name={m.price_receipt_names({ line: "sales_tax_cents" })}
          cents={lines.sales_tax_cents}
        />
      )}
      <MoneyLine
        name={m.price_receipt_names({ line: "permit_cents" })}
        cents={lines.permit_cents}
      />
      {extrasOf(lines).map((extra) => (
        <MoneyLine key={extra.name} {...extra} />
      ))}
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
  const { confirmed_run_ft } = receipt;
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
            ? runRange(receipt)
            : m.price_receipt_confirmed({ feet: confirmed_run_ft })
        }
      />
      <Fact name={m.price_receipt_issued()} value={longDay(dayOf(receipt.issued_at))} />
      <Fact
        name={m.price_receipt_receipt()}
        value={`${grouped(receipt.code)}, ${m.price_receipt_version({ number: receipt.version }).toLowerCase()}`}
      />
      {receipt.accepted && (
        <>
          <Fact name={m.price_receipt_signed()} value={longDay(dayOf(receipt.accepted.at))} />
          <Fact name={m.price_receipt_signed_clauses()} value={receipt.accepted.clauses_sha256} />
        </>
      )}
    </dl>
  );
}

export const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-sm leading-[1.4] text-quiet">{name}</dt>
    <dd className="leading-[1.4] font-semibold wrap-anywhere tabular-nums">{value}</dd>
  </div>
);

type VersionChainProps = { receipt: Receipt; hrefOf: (code: string) => string };

/** The versions in order: what changed, and why. */
function VersionChain({ receipt, hrefOf }: VersionChainProps) {
  const { chain, code } = receipt;
  // A change that was not approved keeps its number and gets no receipt.
  const skips = chain.some(
    ({ version }, index) => index > 0 && version - (chain[index - 1]?.version ?? 0) > 1,
  );

  return (
    <section aria-labelledby="receipt-versions">
      <h2 className="text-xl" id="receipt-versions">
        {m.price_receipt_chain()}
      </h2>
      <p className="text-sm text-quiet">
        {m.price_receipt_chain_note()} {skips && m.price_receipt_chain_gap()}
      </p>
      <ol className="mt-4 list-none p-0">
        {chain.map((version, index) => (
          <OneVersion
            key={version.code}
            version={version}
            before={chain[index - 1] ?? null}
            href={version.code === code ? null : hrefOf(version.code)}
          />
        ))}
      </ol>
    </section>
  );
}

// A line down the side, from each version's dot to the next one's.
const VERSION = [
  "relative grid gap-1 border-s-2 border-line ps-6 pb-6 text-base last:border-transparent last:pb-0",
  "before:absolute before:top-1.5 before:-left-1.75 before:size-3 before:rounded-full before:border-2",
].join(" ");
const DOTS = {
  locked: "before:border-success before:bg-success",
  open: "before:border-line-strong before:bg-surface",
};

type OneVersionProps = { version: Version; before: Version | null; href: string | null };

function OneVersion({ version, before, href }: OneVersionProps) {
  const name = m.price_receipt_version({ number: version.version });

  return (
    <li className={`${VERSION} ${DOTS[version.is_locked ? "locked" : "open"]}`}>
      <div className="flex items-baseline justify-between gap-4 tabular-nums">
        <h3 className="text-base">
          {href ? (
            <a className="-my-2.5 inline-block py-2.5" href={href}>
              {name}
            </a>
          ) : (
            name
          )}
        </h3>
        <strong>{dollarsAndCents(version.total_cents)}</strong>
      </div>
      <p className="text-sm text-quiet">
        {longDay(dayOf(version.issued_at))}
        {version.is_locked && `, ${m.price_receipt_locked().toLowerCase()}`}
        {!href && `, ${m.price_receipt_shown()}`}
      </p>
      <p>{version.reason || (before ? null : m.price_receipt_first())}</p>
      {before && (
        <ul className="list-disc ps-4.5 text-sm leading-[1.5] tabular-nums">
          {changedLines(before.lines, version.lines).map((line) => (
            <li key={line}>
              {m.price_receipt_from_to({
                name: m.price_receipt_names({ line }),
                before: dollarsAndCents(before.lines[line]),
                after: dollarsAndCents(version.lines[line]),
              })}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

type Sealed = Pick<Receipt, "signed_text" | "signature" | "public_key">;

/** The signed text, the signature and the public key, with two ways to verify them without us. */
export function SelfCheck({ signed: sealed }: { signed: Sealed }) {
  const { signed_text, signature, public_key } = sealed;
  const signed = { text: signed_text, signature, publicKey: public_key };
  const [verdict, setVerdict] = useState<SignatureCheck | null>(null);

  const check = async () => {
    setVerdict(await checkSignature(signed));
  };

  return (
    <details className="group border-y border-line py-2 *:not-first:mt-4">
      <summary className="flex min-h-target list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
        <h2 className="text-xl">{m.price_receipt_proof()}</h2>
        <Icon className="transition-transform group-open:rotate-45" name="plus" />
      </summary>
      <p>{m.price_receipt_proof_lead()}</p>
      <div>
        <Button variant="outline" onClick={() => void check()}>
          {m.price_receipt_in_browser()}
        </Button>
      </div>
      {verdict && <BrowserVerdict verdict={verdict} />}
      <Code title={m.price_receipt_signed_text()} text={signed_text} />
      <Code title={m.price_receipt_signature()} text={signature} />
      <Code title={m.price_receipt_public_key()} text={public_key} />
      <Code title={m.price_receipt_commands()} text={opensslCommands(signed)} />
    </details>
  );
}

function BrowserVerdict({ verdict }: { verdict: SignatureCheck }) {
  if (verdict === "true")
    return <Notice tone="success">{m.price_receipt_in_browser_true()}</Notice>;
  if (verdict === "false")
    return <Notice tone="danger">{m.price_receipt_in_browser_false()}</Notice>;
  return <Notice>{m.price_receipt_in_browser_unable()}</Notice>;
}

const Code = ({ title, text }: { title: string; text: string }) => (
  <div>
    <h3 className="text-base">{title}</h3>
    <pre className="mt-1 rounded-sm bg-surface-sunken p-4 text-xs leading-[1.5] wrap-anywhere whitespace-pre-wrap">
      {text}
    </pre>
  </div>
);

type Signed = { text: string; signature: string; publicKey: string };

type SignatureCheck = "true" | "false" | "unable";

/** Verifies the signature in the browser: our server is not involved. */
async function checkSignature({ text, signature, publicKey }: Signed): Promise<SignatureCheck> {
  try {
    const key = await crypto.subtle.importKey("raw", bytesOf(publicKey), "Ed25519", false, [
      "verify",
    ]);
    const fits = await crypto.subtle.verify(
      "Ed25519",
      key,
      bytesOf(signature),
      new TextEncoder().encode(text),
    );
    return fits ? "true" : "false";
  } catch {
    return "unable";
  }
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/**
 * Commands for any shell. OpenSSL needs the key as DER: a fixed prefix (RFC 8410), then the 32
 * bytes.
 */
export const opensslCommands = ({ text, signature, publicKey }: Signed): string =>
  [
    `cat > signed.txt <<'END'\n${text}END`,
    `(printf '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000'; echo '${publicKey}' | base64 -d) > key.der`,
    `echo '${signature}' | base64 -d > signed.sig`,
    "openssl pkeyutl -verify -pubin -keyform DER -inkey key.der -rawin -in signed.txt -sigfile signed.sig",
  ].join("\n");
