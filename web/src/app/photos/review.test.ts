import { expect, test } from "vitest";
import { isLookedAt } from "#features/photo-upload/review.ts";
import { aPhoto, aReview } from "./photos.fixtures.ts";

test.each([
  [["stored", "ready"], true],
  [["ready", "refused"], false],
  [[], false],
] as const)("photos that are %j are looked at: %s", (statuses, expected) => {
  const photos = statuses.map((status) => aPhoto("panel_open", { status }));

  expect(isLookedAt(aReview({ photos }))).toBe(expected);
});
