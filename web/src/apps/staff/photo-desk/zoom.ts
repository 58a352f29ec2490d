/** Pure functions for the zoom, offset and rotation of a photo. */

export type ViewTransform = { scale: number; x: number; y: number; turns: number };
type Point = { x: number; y: number };

const NEAREST = 8;
export const A_KEY = 1.4;
export const ALL_OF_IT: ViewTransform = { scale: 1, x: 0, y: 0, turns: 0 };

/** Zoom while keeping `at` in place; coordinates are relative to the middle of the view. */
export function zoomed(
  sight: ViewTransform,
  factor: number,
  at: Point = { x: 0, y: 0 },
): ViewTransform {
  const scale = Math.min(NEAREST, Math.max(1, sight.scale * factor));
  if (scale === 1) return { ...ALL_OF_IT, turns: sight.turns };
  const grown = scale / sight.scale;
  return {
    ...sight,
    scale,
    x: at.x - (at.x - sight.x) * grown,
    y: at.y - (at.y - sight.y) * grown,
  };
}

/** Pan, limited so that the photo's edge does not move inside the view. */
export function moved(
  sight: ViewTransform,
  by: Point,
  glass: { width: number; height: number },
): ViewTransform {
  const reach = (size: number) => ((sight.scale - 1) * size) / 2;
  return {
    ...sight,
    x: within(sight.x + by.x, reach(glass.width)),
    y: within(sight.y + by.y, reach(glass.height)),
  };
}

export const turned = (sight: ViewTransform): ViewTransform => ({
  ...ALL_OF_IT,
  turns: (sight.turns + 1) % 4,
});

const within = (value: number, reach: number) => Math.min(reach, Math.max(-reach, value)) + 0;
