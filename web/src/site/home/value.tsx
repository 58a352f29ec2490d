import { bandInWords, nearestBand } from "#business/bands.ts";
import { exampleTown, priceExample } from "#content/price-example.ts";
import { typicalQuote, valueClaims } from "#content/value-claims.ts";
import { m } from "#paraglide/messages.js";
import { Price } from "#ui/price.tsx";

/** Value section: resale, insurance, outages and prices elsewhere (HOME-08). */
export function Value() {
  return (
    <section id="value" aria-labelledby="value-title">
      <div
        className="page grid gap-10 py-section lg:grid-cols-[5fr_6fr] lg:gap-x-16"
        id="roi-value"
      >
        <div className="lg:col-1">
          <h2 className="text-3xl tracking-tight" id="value-title">
            {m.home_value_title()}
          </h2>
          <p className="mt-4 max-w-[40ch] text-quiet">{m.home_value_lead()}</p>
        </div>
        <dl className="lg:col-2 lg:row-[1/span_2]">
          {valueClaims.map((claim) => (
            <div
              className="border-t border-line py-6 lg:grid lg:grid-cols-[13rem_1fr] lg:items-start lg:gap-6 lg:first:border-t-0 lg:first:pt-0"
              key={claim.id}
            >
              <dt className="font-semibold">
                <strong className="block text-3xl leading-[1.2] tracking-[-0.03em] tabular-nums">
                  {claim.figure}
                </strong>{" "}
                {claim.title}
              </dt>
              <dd className="mt-1 max-w-[48ch] text-quiet lg:mt-2">
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
  return (
    <figure className="grid content-start gap-6 rounded-md bg-surface-sunken p-[clamp(1.5rem,1rem+2.5vw,2.5rem)] lg:col-1 lg:self-end">
      <figcaption className="font-semibold">{m.home_value_quotes()}</figcaption>
      <div>
        <p className="flex items-baseline justify-between gap-4">
          {typicalQuote.label}{" "}
          <strong className="text-xl font-semibold whitespace-nowrap tabular-nums">
            {typicalQuote.figure}
          </strong>
        </p>
        <Bar cents={typicalQuote.fromCents} />
        <Source source={typicalQuote.source} />
      </div>
      <div>
        <p className="flex items-baseline justify-between gap-4">
          {m.home_value_ours()} <Price cents={priceExample.totalCents} className="text-xl" />
        </p>
        <Bar cents={priceExample.startingTotalCents} isOurs />
        <p className="mt-2 text-sm text-quiet">
          {m.home_value_ours_note({ town: exampleTown, close: bandInWords[nearestBand] })}
        </p>
      </div>
    </figure>
  );
}

// Solid up to the lowest typical quote; the range behind it extends to the highest.
function Bar({ cents, isOurs = false }: { cents: number; isOurs?: boolean }) {
  const share = `${(cents / typicalQuote.toCents) * 100}%`;

  return (
    <svg
      className={`mt-2 h-3 w-full ${isOurs ? "fill-action" : "fill-line-strong"}`}
      aria-hidden="true"
    >
      {!isOurs && <rect className="fill-line" width="100%" height="100%" rx="4" />}
      <rect width={share} height="100%" rx="4" />
    </svg>
  );
}

function Source({ source }: { source: string | null }) {
  if (!source) return null;
  return (
    <small className="mt-1 block text-xs">
      {m.home_value_source()} {source}
    </small>
  );
}
