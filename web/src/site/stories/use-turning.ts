import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

const TURN_MS = 3500; // HOME-04.1

/**
 * Rotate a carousel automatically, unless it is hovered, has keyboard focus, is paused, or reduced
 * motion is preferred (HOME-04).
 */
export function useTurning(strip: RefObject<HTMLElement | null>) {
  const [isPaused, setPaused] = useState(false);
  const [isLookedAt, setLookedAt] = useState(false);
  const clock = useRef<ReturnType<typeof setInterval>>(undefined);

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

  const stopClock = useCallback(() => {
    clearInterval(clock.current);
    clock.current = undefined;
  }, []);
  const startClock = useCallback(() => {
    clock.current = setInterval(() => turn(1), TURN_MS);
  }, [turn]);

  useEffect(() => {
    if (isPaused || isLookedAt) return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    startClock();
    return stopClock;
  }, [isPaused, isLookedAt, startClock, stopClock]);

  const turnByHand = (by: number) => {
    turn(by);
    if (clock.current === undefined) return;
    stopClock(); // a manual turn starts the time of the next one anew
    startClock();
  };

  return { isPaused, setPaused, setLookedAt, turnByHand };
}
