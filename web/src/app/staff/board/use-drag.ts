import { type PointerEvent as Press, useEffect, useRef, useState } from "react";
import type { DraggedItem } from "./board-cells.ts";

/** Target of a drop; a job's card also counts as its day. */
export type DropTarget = { day: string | null; job: string | null };

type DragGesture = { dragged: DraggedItem; over: DropTarget };
type Point = { clientX: number; clientY: number };

const DRAG_THRESHOLD_PX = 6; // less is a click
const NO_TARGET: DropTarget = { day: null, job: null };

/**
 * Dragging of cards by mouse or pen; a finger scrolls, and a tap opens the same menu. Native
 * drag-and-drop is not used: Firefox does not drag buttons, and no browser allows styling the drag
 * image.
 */
export function useDrag(onDrop: (dragged: DraggedItem, target: DropTarget) => void) {
  const [gesture, setGesture] = useState<DragGesture | null>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const listeners = useRef<AbortController | null>(null);

  useEffect(() => () => listeners.current?.abort(), []);

  const lift = (dragged: DraggedItem) => (down: Press) => {
    if (down.button !== 0 || down.pointerType === "touch") return;
    const start = { clientX: down.clientX, clientY: down.clientY };
    const controller = new AbortController();
    listeners.current = controller;
    let isDragging = false;

    const stop = () => {
      controller.abort();
      setGesture(null);
    };
    const move = (event: PointerEvent) => {
      if (!isDragging && distance(start, event) < DRAG_THRESHOLD_PX) return;
      isDragging = true;
      positionGhost(ghost.current, event);
      const over = dropTargetAt(event);
      setGesture((now) => (now && isSame(now.over, over) ? now : { dragged, over }));
    };
    const drop = (event: PointerEvent) => {
      stop();
      if (!isDragging) return;
      suppressClick();
      onDrop(dragged, dropTargetAt(event));
    };
    const cancelOnEscape = (event: KeyboardEvent) => {
      if (event.key === "Escape") stop();
    };

    const { signal } = controller;
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", drop, { signal });
    addEventListener("pointercancel", stop, { signal });
    addEventListener("keydown", cancelOnEscape, { signal });
  };

  return { dragged: gesture?.dragged ?? null, over: gesture?.over ?? NO_TARGET, lift, ghost };
}

const isSame = (one: DropTarget, other: DropTarget) =>
  one.day === other.day && one.job === other.job;

const distance = (one: Point, other: Point) =>
  Math.hypot(other.clientX - one.clientX, other.clientY - one.clientY);

function positionGhost(ghost: HTMLElement | null, { clientX, clientY }: Point) {
  ghost?.style.setProperty("translate", `${clientX + 12}px ${clientY + 8}px`);
}

function dropTargetAt({ target }: Event): DropTarget {
  if (!(target instanceof Element)) return NO_TARGET;
  return {
    day: target.closest<HTMLElement>("[data-day]")?.dataset.day ?? null,
    job: target.closest<HTMLElement>("[data-job]")?.dataset.job ?? null,
  };
}

// Releasing over the card it was lifted from must not count as a click on it.
function suppressClick() {
  const once = new AbortController();
  addEventListener("click", (event) => event.stopPropagation(), {
    capture: true,
    signal: once.signal,
  });
  setTimeout(() => once.abort());
}
