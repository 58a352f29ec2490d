import { priceExample } from "#content/price-example.ts";
import { typicalQuote, valueClaims } from "#content/value-claims.ts";
import { Price } from "#ui/price.tsx";
import { copy } from "./copy.ts";
import "./value.css";

/** Value section: resale, insurance, outages and prices elsewhere (HOME-08). */
export function Value() {
  const { title, lead } = copy.value;

  return (
    <section className="value" id="value" aria-labelledby="value-title">
      <div className="value__inner page" id="roi-value">
        <div className="value__words">
          <h2 id="value-title">{title}</h2>
          <p>{lead}</p>
        </div>
        <dl className="value__claims">
          {valueClaims.map((claim) => (
            <div className="value__claim" key={claim.id}>
              <dt>
                <strong className="value__figure">{claim.figure}</strong> {claim.title}
              </dt>
              <dd>
                {claim.text}
                <Source source={claim.source} />
              </dd>
            </div>
          ))}
        </dl>
        <QuoteBars />
      </div>
    </section>
  );
}

// Typical quotes beside our example, on one scale.
function QuoteBars() {
  const { quotes, ours, oursNote } = copy.value;

  return (
    <figure className="value__quotes">
      <figcaption>{quotes}</figcaption>
      <div className="value__quote">
        <p>
          {typicalQuote.label}{" "}
          <strong className="text-xl font-semibold whitespace-nowrap tabular-nums">
            {typicalQuote.figure}
          </strong>
        </p>
        <Bar cents={typicalQuote.fromCents} />
        <Source source={typicalQuote.source} />
      </div>
      <div className="value__quote">
        <p>
          {ours} <Price cents={priceExample.totalCents} className="text-xl" />
        </p>
        <Bar cents={priceExample.startingTotalCents} isOurs />
        <p className="value__note">{oursNote}</p>
      </div>
    </figure>
  );
}

// Solid up to the lowest typical quote; the range behind it extends to the highest.
function Bar({ cents, isOurs = false }: { cents: number; isOurs?: boolean }) {
  const share = `${(cents / typicalQuote.toCents) * 100}%`;

  return (
    <svg className={isOurs ? "value__bar value__bar--ours" : "value__bar"} aria-hidden="true">
      {!isOurs && <rect className="value__range" width="100%" height="100%" rx="4" />}
      <rect width={share} height="100%" rx="4" />
    </svg>
  );
}

function Source({ source }: { source: string | null }) {
  if (!source) return null;
  return (
    <small className="value__source">
      {copy.value.source} {source}
    </small>
  );
}
