import { lazy, Suspense } from "react";
import type { Band } from "#business/bands.ts";
import { useDraft } from "#draft/use-draft.ts";
import { DistanceHelper } from "#features/distance-helper/distance-helper.tsx";
import { m } from "#paraglide/messages.js";
import { Modal } from "#ui/modal.tsx";

const LongRun = lazy(() => import("./long-run.tsx"));

type MeasureProps = { open: boolean; onClose: () => void; onMeasured: (band: Band) => void };

/** The distance helper over step 1 (GUIDE-01.1). */
export default function Measure({ open, onClose, onMeasured }: MeasureProps) {
  const { draft } = useDraft();

  return (
    <Modal size="lg" open={open} onClose={onClose} title={m.distance_helper_title()}>
      <DistanceHelper
        onContinue={onMeasured}
        address={draft.location.address.formatted}
        beyond={(steps, onSent) => (
          <Suspense>
            <LongRun steps={steps} onSent={onSent} />
          </Suspense>
        )}
      />
    </Modal>
  );
}
