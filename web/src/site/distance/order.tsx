import { lazy, Suspense } from "react";
import { type Band, bandEndingAt, limitOf } from "#business/bands.ts";
import { DistanceHelper } from "#features/distance-helper/distance-helper.tsx";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { useBrowserValue } from "#ui/hydration.ts";
import "./order.css";

const BandResult = lazy(() => import("./band-result.tsx"));
const LongRun = lazy(() => import("./long-run.tsx"));

/** /order: the band of ?band= with its price, else the distance helper (DIST-01.6). */
export default function Order() {
  const band = useBrowserValue(bandInUrl, null);
  const address = useBrowserValue(addressInUrl, null);

  if (band)
    return (
      <Suspense>
        <BandResult band={band} address={address} />
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
        address={address}
        beyond={(steps, onSent) => (
          <Suspense>
            <LongRun steps={steps} onSent={onSent} />
          </Suspense>
        )}
      />
    </section>
  );
}

const bandInUrl = () => bandEndingAt(new URLSearchParams(location.search).get("band"));
const addressInUrl = () => new URLSearchParams(location.search).get("address");

function showBand(band: Band): void {
  const query = new URLSearchParams(location.search);
  query.set("band", String(limitOf(band)));
  location.assign(`${paths.distanceHelper}?${query}`);
}
