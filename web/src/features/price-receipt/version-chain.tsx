import { dayOf, longDay } from "#lib/dates.ts";
import { dollarsAndCents } from "#lib/money.ts";
import { copy } from "./copy.ts";
import { changedLines, type Receipt, type Version } from "./receipt.ts";

type VersionChainProps = { receipt: Receipt; hrefOf: (code: string) => string };

/** The versions in order: what changed, and why. */
export function VersionChain({ receipt, hrefOf }: VersionChainProps) {
  const { chain, code } = receipt;

  return (
    <section className="receipt__versions" aria-labelledby="receipt-versions">
      <h2 id="receipt-versions">{copy.chain}</h2>
      <p className="receipt__note">{copy.chainNote}</p>
      <ol>
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

type OneVersionProps = { version: Version; before: Version | null; href: string | null };

function OneVersion({ version, before, href }: OneVersionProps) {
  const name = copy.version(version.version);

  return (
    <li className="receipt__version" data-locked={version.is_locked || undefined}>
      <div className="receipt__version-head">
        <h3>{href ? <a href={href}>{name}</a> : name}</h3>
        <strong>{dollarsAndCents(version.total_cents)}</strong>
      </div>
      <p className="receipt__note">
        {longDay(dayOf(version.issued_at))}
        {version.is_locked && `, ${copy.locked.toLowerCase()}`}
        {!href && `, ${copy.shown}`}
      </p>
      <p>{version.reason || (before ? null : copy.first)}</p>
      {before && (
        <ul>
          {changedLines(before.lines, version.lines).map((line) => (
            <li key={line}>
              {copy.fromTo(
                copy.names[line],
                dollarsAndCents(before.lines[line]),
                dollarsAndCents(version.lines[line]),
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
