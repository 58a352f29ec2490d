import { DistanceHelper } from "#features/distance-helper/distance-helper.tsx";
import { type BandFt, bandFromQuery } from "#features/distance-helper/run.ts";
import { paths } from "#lib/paths.ts";
import { useBrowserValue } from "#ui/use-browser-value.ts";
import { BandResult } from "./band-result.tsx";
import { copy } from "./copy.ts";
import { LongRun } from "./long-run.tsx";
import "./order.css";

/** /order: the band of ?band= with its price, else the distance helper (DIST-01.6). */
export default function Order() {
  const feet = useBrowserValue(askedBand, null);

  if (feet) return <BandResult feet={feet} />;
  return (
    <section
      className="rounded-md border border-line p-[clamp(1.25rem,0.5rem+2.5vw,2.5rem)]"
      aria-labelledby="order-helper"
    >
      <h2 id="order-helper" className="sr-only">
        {copy.helperTitle}
      </h2>
      <DistanceHelper onContinue={showBand} beyond={(steps) => <LongRun steps={steps} />} />
    </section>
  );
}

const askedBand = () => bandFromQuery(location.search);
const showBand = (band: BandFt) => location.assign(`${paths.distanceHelper}?band=${band}`);
