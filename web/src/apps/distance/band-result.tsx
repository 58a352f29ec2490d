import { readDraft, startDraft } from "#draft/use-draft.ts";
import { DistanceArcs } from "#features/distance-helper/distance-arcs.tsx";
import type { BandFt } from "#features/distance-helper/run.ts";
import { usePriceBook } from "#features/price-calculator/use-price-book.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Price } from "#ui/price.tsx";
import { installationCents } from "./band-price.ts";
import { copy } from "./copy.ts";

/** The measured band, its price and what the price includes. */
export function BandResult({ feet }: { feet: BandFt }) {
  const { book, status } = usePriceBook();
  const cents = installationCents(book, feet);

  return (
    <section className="order__result" aria-labelledby="order-result">
      <DistanceArcs feet={null} band={feet} />
      <div className="order__words">
        <h2 id="order-result">{copy.title(feet)}</h2>
        <div className="order__price">
          <p>{copy.price}</p>
          {cents !== null && <Price cents={cents} size="xl" />}
          {status === "failed" && <p role="status">{copy.failed}</p>}
        </div>
        <ul className="order__meaning">
          {copy.meaning.map((line) => (
            <li key={line}>
              <Icon className="mt-1 text-success" name="check" size="sm" />
              {line}
            </li>
          ))}
        </ul>
        <div className="order__ways">
          <Button
            variant="cta-green"
            size="lg"
            href={`${paths.wizard.address}?band=${feet}`}
            onClick={leaveFinishedBooking}
          >
            {copy.start}
          </Button>
          <Button variant="ghost" size="lg" href={paths.distanceHelper}>
            {copy.again}
          </Button>
        </div>
        <p className="order__note">{copy.startNote}</p>
      </div>
    </section>
  );
}

// A new distance is for a new booking, not for the one already reserved.
function leaveFinishedBooking(): void {
  if (readDraft().wizard.status === "completed") startDraft();
}
