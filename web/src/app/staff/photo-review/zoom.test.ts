import { expect, test } from "vitest";
import { FIT, moved, turned, zoomed } from "./zoom.ts";

const GLASS = { width: 800, height: 600 };

test("what lies under the pointer stays there while it comes nearer", () => {
  const near = zoomed(FIT, 2, { x: 100, y: -50 });
  expect(near).toEqual({ scale: 2, x: -100, y: 50, turns: 0 });
  expect(zoomed(near, 2, { x: 100, y: -50 })).toEqual({ scale: 4, x: -300, y: 150, turns: 0 });
});

test("neither smaller than all of it nor nearer than eight times", () => {
  expect(zoomed({ ...FIT, scale: 1.2, x: 40 }, 0.1)).toEqual(FIT);
  expect(zoomed(FIT, 100).scale).toBe(8);
});

test("a photo is not pushed out of sight, and not at all while all of it is seen", () => {
  expect(moved(zoomed(FIT, 2), { x: 9999, y: -9999 }, GLASS)).toMatchObject({
    x: 400,
    y: -300,
  });
  expect(moved(FIT, { x: 50, y: 50 }, GLASS)).toEqual(FIT);
});

test("four turns are none, and a turn shows all of it", () => {
  const once = turned(zoomed(FIT, 3));
  expect(once).toEqual({ scale: 1, x: 0, y: 0, turns: 1 });
  expect(turned(turned(turned(once)))).toEqual(FIT);
});
