import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { m } from "#paraglide/messages.js";
import { useIsHydrated } from "#ui/hydration.ts";
import { Icon } from "#ui/icon.tsx";
import { ScrollRegion } from "#ui/scroll-region.tsx";

const BUTTON =
  "grid size-target cursor-pointer place-items-center rounded-sm bg-transparent p-0 hover:bg-glass-surface";

// Two bars, or a triangle when paused.
const CLOCKS = {
  turning: "h-3.5 w-3 border-x-4",
  paused: "size-0 border-y-[0.4375rem] border-s-[0.75rem] border-y-transparent",
};

/**
 * A strip that can be swiped without a script. Hydrated, it rotates automatically, and turns by a
 * tap on either half (HOME-04).
 */
export function Carousel({ children }: { children?: ReactNode }) {
  const strip = useRef<HTMLDivElement>(null);
  const isAwake = useIsHydrated();
  const { isPaused, setPaused, setLookedAt, turnByHand } = useTurning(strip);

  const turnByHalf = ({ clientX, currentTarget }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    turnByHand(clientX < left + width / 2 ? -1 : 1);
  };

  return (
    <section
      className="relative"
      aria-label={m.stories_awake_pictures()}
      onPointerEnter={({ pointerType }) => setLookedAt(pointerType === "mouse")}
      onPointerLeave={() => setLookedAt(false)}
      onFocus={({ target }) => setLookedAt(target.matches(":focus-visible"))}
      onBlur={() => setLookedAt(false)}
    >
      <ScrollRegion
        className="flex cursor-pointer snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-t-md [scrollbar-width:none] motion-safe:scroll-smooth"
        ref={strip}
        onClick={turnByHalf}
      >
        {children}
      </ScrollRegion>
      <div className={isAwake ? "absolute right-2 bottom-3.75 flex" : undefined} hidden={!isAwake}>
        <button
          type="button"
          className={BUTTON}
          aria-label={m.stories_awake_previous()}
          onClick={() => turnByHand(-1)}
        >
          <Icon name="chevron-left" />
        </button>
        <button
          type="button"
          className={`${BUTTON} motion-reduce:hidden`}
          aria-label={m.stories_awake_pause()}
          aria-pressed={isPaused}
          onClick={() => setPaused(!isPaused)}
        >
          <span className={CLOCKS[isPaused ? "paused" : "turning"]} aria-hidden="true" />
        </button>
        <button
          type="button"
          className={BUTTON}
          aria-label={m.stories_awake_next()}
          onClick={() => turnByHand(1)}
        >
          <Icon name="chevron-right" />
        </button>
      </div>
    </section>
  );
}

const TURN_MS = 3500; // HOME-04.1

/**
 * Rotate a carousel automatically, unless it is hovered, has keyboard focus, is paused, or reduced
 * motion is preferred (HOME-04).
 */
function useTurning(strip: RefObject<HTMLElement | null>) {
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
