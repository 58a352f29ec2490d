import type { UncoveredPlace } from "#features/coverage-check/use-coverage.ts";
import { NotCovered } from "#features/not-covered/not-covered.tsx";
import { StaticMap } from "#features/static-map/static-map.tsx";
import { ToastProvider } from "#ui/toast.tsx";

type NotCoveredPlaceProps = {
  place: UncoveredPlace;
  changeAddress: () => void;
  tryAgain: () => void;
};

export default function NotCoveredPlace(props: NotCoveredPlaceProps) {
  const { place, changeAddress, tryAgain } = props;

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
