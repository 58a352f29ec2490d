import { useState } from "react";
import { copy as helper } from "#features/distance-helper/copy.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { copy } from "./copy.ts";
import { DistanceHelperModal } from "./distance-helper-modal.tsx";

/** Opens the distance helper over the page; without a script it is a link to /order. */
export default function DistanceStrip() {
  const [isOpen, setOpen] = useState(false);

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
          setOpen(true);
        }}
      >
        {helper.open}
      </Button>
      <DistanceHelperModal
        open={isOpen}
        onClose={() => setOpen(false)}
        onContinue={(band) => location.assign(`${paths.distanceHelper}?band=${band}`)}
      />
    </div>
  );
}
