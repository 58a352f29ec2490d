import { bandLimits, bandRange } from "#business/bands.ts";
import { defaultBook } from "#business/default-book.ts";
import { installationCents } from "#business/prices.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { NotIncludedLine } from "#site/included/not-included-line.tsx";
import { Icon } from "#ui/icon.tsx";
import { Price } from "#ui/price.tsx";

/**
 * The distance bands and their flat rates, for visitors who know their distance or have no
 * script.
 */
export function BandList() {
  return (
    <section aria-labelledby="order-known">
      <h2 className="text-lg" id="order-known">
        {m.distance_known_title()}
      </h2>
      <ul className="mt-4 grid gap-2 md:auto-cols-fr md:grid-flow-col md:gap-4">
        {bandLimits.map(([band, feet]) => {
          const cents = installationCents(defaultBook, band);
          return (
            <li key={band}>
              <a
                className="grid min-h-16 grid-cols-[1fr_auto_auto] items-center gap-4 rounded-md border border-line py-3 pr-4 pl-5 font-medium no-underline transition-colors hover:border-line-strong"
                href={`${paths.distanceHelper}?band=${feet}`}
              >
                <span>{bandRange(band)}</span>
                {cents !== null && <Price cents={cents} size="lg" />}
                <Icon className="text-quiet" name="chevron-right" />
              </a>
            </li>
          );
        })}
      </ul>
      <NotIncludedLine className="mt-4" />
    </section>
  );
}
