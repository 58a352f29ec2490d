import { defaultBook } from "#business/default-book.ts";
import { BANDS_FT } from "#features/distance-helper/run.ts";
import { paths } from "#lib/paths.ts";
import { Icon } from "#ui/icon.tsx";
import { Price } from "#ui/price.tsx";
import { installationCents } from "./band-price.ts";
import { copy } from "./copy.ts";

/**
 * The three distance bands and their flat rates, for visitors who know their distance or have no
 * script.
 */
export function BandList() {
  return (
    <section className="order__known" aria-labelledby="order-known">
      <h2 id="order-known">{copy.knownTitle}</h2>
      <ul className="order__bands">
        {BANDS_FT.map((feet) => {
          const cents = installationCents(defaultBook, feet);
          return (
            <li key={feet}>
              <a href={`${paths.distanceHelper}?band=${feet}`}>
                <span>{copy.range(feet)}</span>
                {cents !== null && <Price cents={cents} size="lg" />}
                <Icon className="text-quiet" name="chevron-right" />
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
