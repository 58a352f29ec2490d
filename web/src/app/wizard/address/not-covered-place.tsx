import { useEffect } from "react";
import type { UncoveredPlace } from "#features/coverage-check/use-coverage.ts";
import { NotCovered } from "#features/not-covered/not-covered.tsx";
import { StaticMap } from "#features/static-map/static-map.tsx";
import { ToastProvider } from "#ui/toast.tsx";

type NotCoveredPlaceProps = {
  place: UncoveredPlace;
  changeAddress: () => void;
  tryAgain: () => void;
  /** Reports whether this is shown; the step then says 'not in coverage area'. */
  onShown: (isShown: boolean) => void;
};

export default function NotCoveredPlace(props: NotCoveredPlaceProps) {
  const { place, changeAddress, tryAgain, onShown } = props;

  useEffect(() => {
    onShown(true);
    return () => onShown(false);
  }, [onShown]);

  return (
    <ToastProvider>
      <NotCovered
        home={place}
        source="installation_wizard"
        map={<StaticMap address={place.address} />}
        onChangeAddress={changeAddress}
        onTryAgain={tryAgain}
      />
    </ToastProvider>
  );
}
