import { dayOf, longDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { m } from "#paraglide/messages.js";
import { changedLines, type Receipt, type Version } from "./receipt.ts";

type VersionChainProps = { receipt: Receipt; hrefOf: (code: string) => string };

/** The versions in order: what changed, and why. */
export function VersionChain({ receipt, hrefOf }: VersionChainProps) {
  const { chain, code } = receipt;

  return (
    <section aria-labelledby="receipt-versions">
      <h2 className="text-xl" id="receipt-versions">
        {m.price_receipt_chain()}
      </h2>
      <p className="text-sm text-quiet">{m.price_receipt_chain_note()}</p>
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
