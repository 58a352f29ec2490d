import { type RefObject, useCallback, useEffect, useState } from "react";

const TURN_MS = 3500; // spec §9

/** Turns a strip of pictures by itself, unless someone looks at one, paused it or wants no motion. */
export function useTurning(strip: RefObject<HTMLElement | null>) {
  const [isPaused, setPaused] = useState(false);
  const [isLookedAt, setLookedAt] = useState(false);
  const [turnsByHand, setTurnsByHand] = useState(0);

  const turn = useCallback(
    (by: number) => {
      if (!strip.current) return;
      const { scrollLeft, scrollWidth, clientWidth } = strip.current;
      const count = Math.round(scrollWidth / clientWidth);
      const shown = Math.round(scrollLeft / clientWidth);
      strip.current.scrollTo({ left: ((shown + by + count) % count) * clientWidth });
    },
    [strip],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn by hand starts the clock anew.
  useEffect(() => {
    if (isPaused || isLookedAt) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const clock = setInterval(() => turn(1), TURN_MS);
    return () => clearInterval(clock);
  }, [isPaused, isLookedAt, turnsByHand, turn]);

  const turnByHand = (by: number) => {
    turn(by);
    setTurnsByHand((turns) => turns + 1);
  };

  return { isPaused, setPaused, setLookedAt, turnByHand };
}
