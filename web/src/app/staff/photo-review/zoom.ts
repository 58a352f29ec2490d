/** Pure functions for the zoom, offset and rotation of a photo. */

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
