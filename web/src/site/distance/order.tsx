import { lazy, Suspense } from "react";
import { DistanceHelper } from "#features/distance-helper/distance-helper.tsx";
import { type BandFt, bandFromQuery } from "#features/distance-helper/run.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { useBrowserValue } from "#ui/use-browser-value.ts";
import "./order.css";

const BandResult = lazy(() => import("./band-result.tsx"));
const LongRun = lazy(() => import("./manual-quote.tsx"));

/** /order: the band of ?band= with its price, else the distance helper (DIST-01.6). */
export default function Order() {
  const feet = useBrowserValue(askedBand, null);

  if (feet)
    return (
      <Suspense>
        <BandResult feet={feet} />
      </Suspense>
    );
  return (
    <section
      className="rounded-md border border-line p-[clamp(1.25rem,0.5rem+2.5vw,2.5rem)]"
      aria-labelledby="order-helper"
    >
      <h2 id="order-helper" className="sr-only">
        {m.distance_helper_title_2()}
      </h2>
      <DistanceHelper
        onContinue={showBand}
        beyond={(steps) => (
          <Suspense>
            <LongRun steps={steps} />
          </Suspense>
        )}
      />
    </section>
  );
}

const askedBand = () => bandFromQuery(location.search);
const showBand = (band: BandFt) => location.assign(`${paths.distanceHelper}?band=${band}`);
