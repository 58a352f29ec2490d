import { lazy, Suspense, useState } from "react";
import { type Band, longestFlatRunFt } from "#business/bands.ts";
import { ifRiseIsDeclined } from "#business/terms.ts";
import { company } from "#content/company.ts";
import { PanelPlaces } from "#features/distance-band/panel-places.tsx";
import { track } from "#lib/analytics.ts";
import { telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Icon } from "#ui/icon.tsx";

const Measure = lazy(() => import("./measure.tsx"));

/** What helps with the distance below the bands: measuring, the panel's usual places, a call. */
export function DistanceHelp({ onMeasured }: { onMeasured: (band: Band) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [isRequested, setRequested] = useState(false);

  const open = () => {
    track("distance_modal_opened");
    setRequested(true);
    setOpen(true);
  };
  const close = () => {
    track("distance_modal_closed");
    setOpen(false);
  };
  const choose = (band: Band) => {
    setOpen(false);
    onMeasured(band);
  };

  return (
    <>
      <div className="-mt-3 grid gap-3">
        <HelpRow onOpen={open} />
        <p className="text-base">{m.distance_band_wrong({ ifNo: ifRiseIsDeclined })}</p>
        <p className="text-sm text-quiet">
          {m.distance_band_beyond({ longestFlatRunFt })}{" "}
          <a className="inline-block py-3" href={telHref(company.phone)}>
            {m.distance_band_beyond_call({ phone: company.phone })}
          </a>
        </p>
      </div>
      <PanelPlaces />
      {isRequested && (
        <Suspense>
          <Measure open={isOpen} onClose={close} onMeasured={choose} />
        </Suspense>
      )}
    </>
  );
}

const HelpRow = ({ onOpen }: { onOpen: () => void }) => (
  <button
    className="grid min-h-18 cursor-pointer grid-cols-[1fr_auto] items-center gap-x-3.5 rounded-md border border-dashed border-line-strong bg-surface-raised p-5 text-start text-ink transition-colors hover:border-ink"
    type="button"
    onClick={onOpen}
  >
    <span>
      <span className="block text-md leading-[1.4] font-semibold">{m.distance_band_help()}</span>
      <span className="mt-1 block text-sm leading-[1.5] text-quiet">
        {m.distance_band_help_detail()}
      </span>
    </span>
    <Icon name="chevron-right" className="text-quiet" />
  </button>
);
