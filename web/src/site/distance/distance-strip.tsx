import { lazy, Suspense, useState } from "react";
import { copy as helper } from "#features/distance-helper/copy.ts";
import { DistanceHelper } from "#features/distance-helper/distance-helper.tsx";
import { track } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { Modal } from "#ui/modal.tsx";
import { copy } from "./copy.ts";

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
        <h2>{copy.strip.title}</h2>
        <p className="mt-2 text-quiet">{copy.strip.text}</p>
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
        {helper.open}
      </Button>
      <Modal size="lg" open={isOpen} onClose={close} title={helper.title}>
        <DistanceHelper
          onContinue={(band) => location.assign(`${paths.distanceHelper}?band=${band}`)}
          beyond={(steps) => (
            <Suspense>
              <LongRun steps={steps} />
            </Suspense>
          )}
        />
      </Modal>
    </div>
  );
}
