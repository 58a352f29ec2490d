import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "#ui/icon.tsx";
import { awake } from "./copy.ts";
import { useTurning } from "./use-turning.ts";
import "./carousel.css";

/**
 * A strip that can be swiped without a script. Hydrated, it rotates automatically, and turns by a
 * tap on either half (HOME-04).
 */
export function Carousel({ children }: { children?: ReactNode }) {
  const strip = useRef<HTMLDivElement>(null);
  const [isAwake, setAwake] = useState(false);
  const { isPaused, setPaused, setLookedAt, turnByHand } = useTurning(strip);

  useEffect(() => setAwake(true), []);

  const turnByHalf = ({ clientX, currentTarget }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    turnByHand(clientX < left + width / 2 ? -1 : 1);
  };

  return (
    <section
      className="carousel"
      aria-label={awake.pictures}
      onPointerEnter={({ pointerType }) => setLookedAt(pointerType === "mouse")}
      onPointerLeave={() => setLookedAt(false)}
      onFocus={({ target }) => setLookedAt(target.matches(":focus-visible"))}
      onBlur={() => setLookedAt(false)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a tap on a half, beside the arrows. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrows below are the keyboard's way. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
      <div className="carousel__strip" ref={strip} tabIndex={0} onClick={turnByHalf}>
        {children}
      </div>
      <div className="carousel__ways" hidden={!isAwake}>
        <button
          type="button"
          className="carousel__way"
          aria-label={awake.previous}
          onClick={() => turnByHand(-1)}
        >
          <Icon name="chevron-left" />
        </button>
        <button
          type="button"
          className="carousel__way carousel__way--clock"
          aria-label={awake.pause}
          aria-pressed={isPaused}
          onClick={() => setPaused(!isPaused)}
        >
          <span className="carousel__clock" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="carousel__way"
          aria-label={awake.next}
          onClick={() => turnByHand(1)}
        >
          <Icon name="chevron-right" />
        </button>
      </div>
    </section>
  );
}
