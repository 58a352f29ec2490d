import { type Band, limitOf } from "#business/bands.ts";
import { lowerFrom } from "#business/lower-from.ts";
import { installationCents } from "#business/prices.ts";
import { readDraft, startDraft } from "#draft/use-draft.ts";
import { DistanceArcs } from "#features/distance-helper/distance-arcs.tsx";
import { helperPath } from "#features/distance-helper/distance-helper.tsx";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { usePriceBook } from "#site/pricing/use-price-book.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Price } from "#ui/price.tsx";

type BandResultProps = {
  band: Band;
  /** From the link that opened the page. */
  address: string | null;
};

/** The measured band, its price and what the price includes. */
export default function BandResult({ band, address }: BandResultProps) {
  const { book, status } = usePriceBook();
  const cents = installationCents(book, band);
  const feet = limitOf(band);

  return (
    <section
      className="grid items-center gap-8 rounded-md border border-line p-[clamp(1.25rem,0.5rem+2.5vw,2.5rem)] lg:grid-cols-2"
      aria-labelledby="order-result"
    >
      <DistanceArcs feet={null} band={band} />
      <div className="grid min-w-0 gap-4">
        <h2 id="order-result">{m.distance_title({ feet })}</h2>
        <div>
          <p className="text-sm text-quiet">{m.distance_price()}</p>
          {cents !== null && <Price cents={cents} size="xl" />}
          {status === "failed" && (
            <p className="text-sm text-quiet" role="status">
              {m.pricing_data_failed()}
            </p>
          )}
        </div>
        <ul className="border-t border-line">
          {[
            m.distance_meaning_1(),
            m.distance_meaning_2(),
            m.distance_meaning_3({ lower: lowerFrom(feet) }),
          ].map((line) => (
            <li
              className="grid grid-cols-[auto_1fr] gap-3 border-b border-line py-3 text-base"
              key={line}
            >
              <Icon className="mt-1 text-success" name="check" size="sm" />
              {line}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button
            variant="cta-green"
            size="lg"
            href={`${paths.wizard.address}?${wizardQuery(feet, address)}`}
            onClick={leaveFinishedBooking}
          >
            {m.distance_start()}
          </Button>
          <Button variant="ghost" size="lg" href={helperPath(address)}>
            {m.distance_again()}
          </Button>
        </div>
        <p className="text-sm text-quiet">{m.distance_start_note()}</p>
      </div>
    </section>
  );
}

const wizardQuery = (feet: number, address: string | null): string =>
  new URLSearchParams({ band: String(feet), ...(address && { address }) }).toString();

// A new distance is for a new booking, not for the one already reserved.
function leaveFinishedBooking(): void {
  if (readDraft().wizard.status === "completed") startDraft();
}
