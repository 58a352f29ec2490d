import { type PointerEvent as Press, useEffect, useRef, useState } from "react";
import type { DraggedItem } from "./board-cells.ts";

/** Target of a drop; a job's card also counts as its day. */
export type DropTarget = { day: string | null; job: string | null };

type DragGesture = { carried: DraggedItem; over: DropTarget };
type Point = { clientX: number; clientY: number };

const LIFTED_AFTER_PX = 6; // less is a click
const NOWHERE: DropTarget = { day: null, job: null };

/**
 * Dragging of cards by mouse or pen; a finger scrolls, and a tap opens the same menu. Native
 * drag-and-drop is not used: Firefox does not drag buttons, and no browser allows styling the drag
 * image.
 */
export function useDrag(onDrop: (carried: DraggedItem, spot: DropTarget) => void) {
  const [carrying, setCarrying] = useState<DragGesture | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const putDown = useRef<AbortController | null>(null);

  useEffect(() => () => putDown.current?.abort(), []);

  const lift = (carried: DraggedItem) => (press: Press) => {
    if (press.button !== 0 || press.pointerType === "touch") return;
    const start = { clientX: press.clientX, clientY: press.clientY };
    const listening = new AbortController();
    putDown.current = listening;
    let isUp = false;

    const stop = () => {
      listening.abort();
      setCarrying(null);
    };
    const move = (event: PointerEvent) => {
      if (!isUp && distance(start, event) < LIFTED_AFTER_PX) return;
      isUp = true;
      place(ghost.current, event);
      const over = dropTargetAt(event);
      setCarrying((now) => (now && isSame(now.over, over) ? now : { carried, over }));
    };
    const drop = (event: PointerEvent) => {
      stop();
      if (!isUp) return;
      swallowClick();
      onDrop(carried, dropTargetAt(event));
    };
    const giveUp = (event: KeyboardEvent) => {
      if (event.key === "Escape") stop();
    };

    const { signal } = listening;
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", drop, { signal });
    addEventListener("pointercancel", stop, { signal });
    addEventListener("keydown", giveUp, { signal });
  };

  return { carried: carrying?.carried ?? null, over: carrying?.over ?? NOWHERE, lift, ghost };
}

const isSame = (one: DropTarget, other: DropTarget) =>
  one.day === other.day && one.job === other.job;

const distance = (one: Point, other: Point) =>
  Math.hypot(other.clientX - one.clientX, other.clientY - one.clientY);

function place(ghost: HTMLElement | null, { clientX, clientY }: Point) {
  ghost?.style.setProperty("translate", `${clientX + 12}px ${clientY + 8}px`);
}

function dropTargetAt({ target }: Event): DropTarget {
  if (!(target instanceof Element)) return NOWHERE;
  return {
    day: target.closest<HTMLElement>("[data-day]")?.dataset.day ?? null,
    job: target.closest<HTMLElement>("[data-job]")?.dataset.job ?? null,
  };
}

// Releasing over the card it was lifted from must not count as a click on it.
function swallowClick() {
  const once = new AbortController();
  addEventListener("click", (event) => event.stopPropagation(), {
    capture: true,
    signal: once.signal,
  });
  setTimeout(() => once.abort());
}
