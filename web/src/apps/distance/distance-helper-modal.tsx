import { useEffect } from "react";
import { copy } from "#features/distance-helper/copy.ts";
import { DistanceHelper } from "#features/distance-helper/distance-helper.tsx";
import type { BandFt } from "#features/distance-helper/run.ts";
import { track } from "#lib/analytics.ts";
import { Modal } from "#ui/modal.tsx";
import { LongRun } from "./long-run.tsx";

type DistanceHelperModalProps = {
  open: boolean;
  onClose: () => void;
  onContinue: (band: BandFt) => void;
};

/** The distance helper in a modal, with its analytics events. */
export function DistanceHelperModal(props: DistanceHelperModalProps) {
  const { open, onClose, onContinue } = props;

  useEffect(() => {
    if (open) track("distance_modal_opened");
  }, [open]);

  const close = () => {
    track("distance_modal_closed");
    onClose();
  };

  return (
    <Modal size="lg" open={open} onClose={close} title={copy.title}>
      <DistanceHelper onContinue={onContinue} beyond={(steps) => <LongRun steps={steps} />} />
    </Modal>
  );
}
