import type { UncoveredPlace } from "#features/coverage-check/use-coverage.ts";
import { NotCoveredBody } from "#features/not-covered/not-covered.tsx";
import { StaticMap } from "#features/static-map/static-map.tsx";
import { m } from "#paraglide/messages.js";
import { Modal } from "#ui/modal.tsx";
import { ToastProvider } from "#ui/toast.tsx";

type NotCoveredDialogProps = {
  place: UncoveredPlace;
  changeAddress: () => void;
  tryAgain: () => void;
};

/**
 * Not-covered dialog of the home page. It has its own toasts, because a dialog covers everything
 * else.
 */
export default function NotCoveredDialog(props: NotCoveredDialogProps) {
  const { place, changeAddress, tryAgain } = props;

  return (
    <Modal open title={m.not_covered_title()} onClose={changeAddress}>
      <ToastProvider>
        <NotCoveredBody
          home={place}
          source="hero_cta"
          map={<StaticMap address={place.address} />}
          onChangeAddress={changeAddress}
          onTryAgain={tryAgain}
        />
      </ToastProvider>
    </Modal>
  );
}
