import { useEffect } from "react";
import { track } from "#lib/analytics.ts";
import { Modal } from "#ui/modal.tsx";
import { copy } from "./copy.ts";
import { DistanceHelper } from "./distance-helper.tsx";
import type { BandFt } from "./run.ts";

type DistanceHelperModalProps = {
  open: boolean;
  onClose: () => void;
  onContinue: (band: BandFt) => void;
};

export function DistanceHelperModal({ open, onClose, onContinue }: DistanceHelperModalProps) {
  useEffect(() => {
    if (open) track("distance_modal_opened");
  }, [open]);

  const close = () => {
    track("distance_modal_closed");
    onClose();
  };

  return (
    <Modal open={open} onClose={close} title={copy.title}>
      <DistanceHelper onContinue={onContinue} />
    </Modal>
  );
}
