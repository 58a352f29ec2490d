import { lazy, Suspense, useState } from "react";
import { limitOf } from "#business/bands.ts";
import { DistanceHelper } from "#features/distance-helper/distance-helper.tsx";
import { track } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";

const LongRun = lazy(() => import("./long-run.tsx"));

/** Opens the distance helper over the page; without a script it is a link to /order. */
export default function DistanceStrip() {
  const [isOpen, setOpen] = useState(false);

  const open = () => {
    track("distance_modal_opened");
    setOpen(true);
  };
  const close = () => {
    track("distance_modal_closed");
    setOpen(false);
  };

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6">
      <div className="flex-[1_1_24rem]">
        <h2>{m.distance_unsure()}</h2>
        <p className="mt-2 text-quiet">{m.distance_strip_text()}</p>
      </div>
      <Button
        variant="hero"
        size="lg"
        href={paths.distanceHelper}
        onClick={(event) => {
          event.preventDefault();
          open();
        }}
      >
        {m.distance_helper_open()}
      </Button>
      <Modal size="lg" open={isOpen} onClose={close} title={m.distance_helper_title()}>
        <DistanceHelper
          onContinue={(band) => location.assign(`${paths.distanceHelper}?band=${limitOf(band)}`)}
          beyond={(steps, onSent) => (
            <Suspense>
              <LongRun steps={steps} onSent={onSent} />
            </Suspense>
          )}
        />
      </Modal>
    </div>
  );
}
