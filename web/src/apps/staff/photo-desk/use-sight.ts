import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { A_KEY, ALL_OF_IT, moved, turned, type ViewTransform, zoomed } from "./zoom.ts";

type PointerPosition = { x: number; y: number };

const WHEEL_STEP = 0.0015;

/** Zoom and pan of one photo by wheel, pinch, drag and keys; reset for another photo. */
export function usePanZoom(photoId: string, onStep: (by: 1 | -1) => void) {
  const glass = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, PointerPosition>());
  const [{ of, sight }, setSight] = useState<{ of: string; sight: ViewTransform }>(
    resetView(photoId),
  );
  const shown = of === photoId ? sight : ALL_OF_IT;

  const change = (next: (before: ViewTransform) => ViewTransform) =>
    setSight((before) => ({
      of: photoId,
      sight: next(before.of === photoId ? before.sight : ALL_OF_IT),
    }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the element appears with the first photo
  useEffect(() => {
    const place = glass.current;
    if (!place) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault(); // allowed only in a non-passive listener
      const at = fromMiddle(place, { x: event.clientX, y: event.clientY });
      const factor = Math.exp(-event.deltaY * WHEEL_STEP);
      setSight((before) => ({ ...before, sight: zoomed(before.sight, factor, at) }));
    };
    place.addEventListener("wheel", onWheel, { passive: false });
    return () => place.removeEventListener("wheel", onWheel);
  }, [photoId]);

  if (of !== photoId) setSight(resetView(photoId));

  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const place = glass.current;
    const before = fingers.current.get(event.pointerId);
    if (!place || !before) return;
    const now = { x: event.clientX, y: event.clientY };
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (!other) {
      change((sight) => moved(sight, { x: now.x - before.x, y: now.y - before.y }, sizeOf(place)));
      return;
    }
    const between = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    const factor = apart(now, other) / Math.max(1, apart(before, other));
    change((sight) => zoomed(sight, factor, fromMiddle(place, between)));
  };

  const letGo = (event: PointerEvent) => fingers.current.delete(event.pointerId);

  return {
    glass,
    sight: shown,
    zoom: (factor: number) => change((sight) => zoomed(sight, factor)),
    turn: () => change(turned),
    showAll: () => change(() => ALL_OF_IT),
    hands: {
      onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        event.currentTarget.setPointerCapture?.(event.pointerId);
      },
      onPointerMove,
      onPointerUp: letGo,
      onPointerCancel: letGo,
      onKeyDown: (event: KeyboardEvent) => {
        const act = actOf(event, { onStep, change });
        if (!act) return;
        event.preventDefault();
        act();
      },
    },
  };
}

type PointerHandlers = {
  onStep: (by: 1 | -1) => void;
  change: (next: (before: ViewTransform) => ViewTransform) => void;
};

const SIGHTS = new Map<string, (sight: ViewTransform) => ViewTransform>([
  ["+", (sight) => zoomed(sight, A_KEY)],
  ["=", (sight) => zoomed(sight, A_KEY)],
  ["-", (sight) => zoomed(sight, 1 / A_KEY)],
  ["0", () => ALL_OF_IT],
  ["r", turned],
]);
const STEPS = new Map<string, 1 | -1>([
  ["ArrowRight", 1],
  ["ArrowLeft", -1],
]);

function actOf(
  event: KeyboardEvent,
  { onStep, change }: PointerHandlers,
): (() => void) | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const next = SIGHTS.get(event.key);
  const step = STEPS.get(event.key);
  if (next) return () => change(next);
  return step && (() => onStep(step));
}

const resetView = (photoId: string) => ({ of: photoId, sight: ALL_OF_IT });

const apart = (one: PointerPosition, other: PointerPosition) =>
  Math.hypot(one.x - other.x, one.y - other.y);

const sizeOf = (place: HTMLElement) => ({ width: place.clientWidth, height: place.clientHeight });

function fromMiddle(place: HTMLElement, at: PointerPosition): PointerPosition {
  const { left, top, width, height } = place.getBoundingClientRect();
  return { x: at.x - left - width / 2, y: at.y - top - height / 2 };
}
