import { type RefObject, useCallback, useEffect, useState } from "react";

const TURN_MS = 3500; // HOME-04.1

/**
 * Rotate a carousel automatically, unless it is hovered, has keyboard focus, is paused, or reduced
 * motion is preferred (HOME-04).
 */
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: a manual turn restarts the timer.
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
