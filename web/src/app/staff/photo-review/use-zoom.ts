import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from "react";
import { FIT, KEY_ZOOM, moved, turned, type ViewTransform, zoomed } from "./zoom.ts";

type PointerPosition = { x: number; y: number };

const WHEEL_STEP = 0.0015;

/** Zoom and pan of one photo by wheel, pinch, drag and keys; reset for another photo. */
export function usePanZoom(photoId: string, onStep: (by: 1 | -1) => void) {
  const viewport = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, PointerPosition>());
  const [{ of, view }, setView] = useState<{ of: string; view: ViewTransform }>(resetView(photoId));
  const shown = of === photoId ? view : FIT;

  const change = (next: (before: ViewTransform) => ViewTransform) =>
    setView((before) => ({
      of: photoId,
      view: next(before.of === photoId ? before.view : FIT),
    }));

  const glass = useCallback((element: HTMLDivElement) => {
    viewport.current = element;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault(); // allowed only in a non-passive listener
      const at = fromMiddle(element, { x: event.clientX, y: event.clientY });
      const factor = Math.exp(-event.deltaY * WHEEL_STEP);
      setView((before) => ({ ...before, view: zoomed(before.view, factor, at) }));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, []);

  if (of !== photoId) setView(resetView(photoId));

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const element = viewport.current;
    const before = pointers.current.get(event.pointerId);
    if (!element || !before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    pointers.current.set(event.pointerId, now);
    if (!other) {
      change((view) => moved(view, { x: now.x - before.x, y: now.y - before.y }, sizeOf(element)));
      return;
    }
    const between = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    const factor = distanceBetween(now, other) / Math.max(1, distanceBetween(before, other));
    change((view) => zoomed(view, factor, fromMiddle(element, between)));
  };

  const release = (event: PointerEvent) => pointers.current.delete(event.pointerId);

  return {
    glass,
    view: shown,
    zoom: (factor: number) => change((view) => zoomed(view, factor)),
    turn: () => change(turned),
    showAll: () => change(() => FIT),
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        event.currentTarget.setPointerCapture?.(event.pointerId);
      },
      onPointerMove,
      onPointerUp: release,
      onPointerCancel: release,
      onKeyDown: (event: KeyboardEvent) => {
        const action = keyAction(event, { onStep, change });
        if (!action) return;
        event.preventDefault();
        action();
      },
    },
  };
}

type ViewCallbacks = {
  onStep: (by: 1 | -1) => void;
  change: (next: (before: ViewTransform) => ViewTransform) => void;
};

const VIEW_KEYS = new Map<string, (view: ViewTransform) => ViewTransform>([
  ["+", (view) => zoomed(view, KEY_ZOOM)],
  ["=", (view) => zoomed(view, KEY_ZOOM)],
  ["-", (view) => zoomed(view, 1 / KEY_ZOOM)],
  ["0", () => FIT],
  ["r", turned],
]);
const STEP_KEYS = new Map<string, 1 | -1>([
  ["ArrowRight", 1],
  ["ArrowLeft", -1],
]);

function keyAction(
  event: KeyboardEvent,
  { onStep, change }: ViewCallbacks,
): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const next = VIEW_KEYS.get(event.key);
  const step = STEP_KEYS.get(event.key);
  if (next) return () => change(next);
  return step && (() => onStep(step));
}

const resetView = (photoId: string) => ({ of: photoId, view: FIT });

const distanceBetween = (one: PointerPosition, other: PointerPosition) =>
  Math.hypot(one.x - other.x, one.y - other.y);

const sizeOf = (element: HTMLElement) => ({
  width: element.clientWidth,
  height: element.clientHeight,
});

function fromMiddle(element: HTMLElement, at: PointerPosition): PointerPosition {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: at.x - left - width / 2, y: at.y - top - height / 2 };
}
