import { useEffect } from "react";
import type { UncoveredPlace } from "#features/coverage-check/use-coverage.ts";
import { NotCovered } from "#features/not-covered/not-covered.tsx";
import { StaticMap } from "#features/static-map/static-map.tsx";
import { Toaster } from "#ui/toast.tsx";

type NotCoveredPlaceProps = {
  place: UncoveredPlace;
  changeAddress: () => void;
  tryAgain: () => void;
  /** The step says 'not in coverage area' for as long as this stands on the page. */
  onShown: (isShown: boolean) => void;
};

/** The not-covered screen on step 1, with its map. */
export default function NotCoveredPlace(props: NotCoveredPlaceProps) {
  const { place, changeAddress, tryAgain, onShown } = props;

  useEffect(() => {
    onShown(true);
    return () => onShown(false);
  }, [onShown]);

  return (
    <>
      <NotCovered
        home={place}
        source="installation_wizard"
        map={<StaticMap address={place.address} />}
        onChangeAddress={changeAddress}
        onTryAgain={tryAgain}
      />
      <Toaster />
    </>
  );
}
