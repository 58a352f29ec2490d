/** Zoom, offset and rotation of a photo. */
import { type KeyboardEvent, type PointerEvent, useCallback, useRef, useState } from "react";

export type ViewTransform = { scale: number; x: number; y: number; turns: number };
type Point = { x: number; y: number };

const MAX_SCALE = 8;
export const KEY_ZOOM = 1.4;
export const FIT: ViewTransform = { scale: 1, x: 0, y: 0, turns: 0 };

/** Zoom while keeping `at` in place; coordinates are relative to the middle of the view. */
export function zoomed(
  view: ViewTransform,
  factor: number,
  at: Point = { x: 0, y: 0 },
): ViewTransform {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor));
  if (scale === 1) return { ...FIT, turns: view.turns };
  const ratio = scale / view.scale;
  return {
    ...view,
    scale,
    x: at.x - (at.x - view.x) * ratio,
    y: at.y - (at.y - view.y) * ratio,
  };
}

/** Pan, limited so that the photo's edge does not move inside the view. */
export function moved(
  view: ViewTransform,
  by: Point,
  viewport: { width: number; height: number },
): ViewTransform {
  const maxOffset = (size: number) => ((view.scale - 1) * size) / 2;
  return {
    ...view,
    x: clamp(view.x + by.x, maxOffset(viewport.width)),
    y: clamp(view.y + by.y, maxOffset(viewport.height)),
  };
}

export const turned = (view: ViewTransform): ViewTransform => ({
  ...FIT,
  turns: (view.turns + 1) % 4,
});

const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) + 0;

const WHEEL_STEP = 0.0015;

/** Zoom and pan of one photo by wheel, pinch, drag and keys; reset for another photo. */
export function usePanZoom(photoId: string, onStep: (by: 1 | -1) => void) {
  const viewport = useRef<HTMLDivElement>(null);
  const pointers = useRef(new Map<number, Point>());
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

const distanceBetween = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

const sizeOf = (element: HTMLElement) => ({
  width: element.clientWidth,
  height: element.clientHeight,
});

function fromMiddle(element: HTMLElement, at: Point): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: at.x - left - width / 2, y: at.y - top - height / 2 };
}
