import { type ReactNode, useEffect } from "react";
import { track } from "#lib/analytics.ts";
import { Modal } from "#ui/modal.tsx";
import { copy } from "./copy.ts";
import { DistanceHelper } from "./distance-helper.tsx";
import type { BandFt } from "./run.ts";

type DistanceHelperModalProps = {
  open: boolean;
  onClose: () => void;
  onContinue: (band: BandFt) => void;
  beyond: (steps: number) => ReactNode;
};

export function DistanceHelperModal(props: DistanceHelperModalProps) {
  const { open, onClose, onContinue, beyond } = props;

  useEffect(() => {
    if (open) track("distance_modal_opened");
  }, [open]);

  const close = () => {
    track("distance_modal_closed");
    onClose();
  };

  return (
    <Modal open={open} onClose={close} title={copy.title}>
      <DistanceHelper onContinue={onContinue} beyond={beyond} />
    </Modal>
  );
}
