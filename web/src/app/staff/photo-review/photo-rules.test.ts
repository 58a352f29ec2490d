import { expect, test, vi } from "vitest";
import { centsTyped, feetTyped } from "./dollars.ts";
import { PictureCache } from "./pictures.ts";
import { FIT, moved, turned, zoomed } from "./zoom.ts";

test.each([
  ["", ""],
  ["  ", ""],
  ["4990", 499_000],
  ["$4,990.50", 499_050],
  ["4990.5", 499_050],
  ["0", 0],
  ["4990.555", null],
  ["-5", null],
  ["five", null],
] as const)("a price typed as %j is %j cents", (text, cents) => {
  expect(centsTyped(text)).toBe(cents);
});

test.each([
  ["25", 25],
  [" 0 ", 0],
  ["2000", 2000],
  ["2001", null],
  ["25.5", null],
  ["", null],
] as const)("a distance typed as %j is %j ft", (text, feet) => {
  expect(feetTyped(text)).toBe(feet);
});

function createCache(most: number) {
  let urlCount = 0;
  const revoked: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => {
    urlCount += 1;
    return `blob:${urlCount}`;
  });
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((src) => void revoked.push(src));
  const requests: string[] = [];
  const cache = new PictureCache(async (path) => {
    requests.push(path);
    if (path === "broken") throw new Error("offline");
    return new Blob([path]);
  }, most);
  return { cache, requests, revoked };
}

test("a picture is fetched once; the one looked at long ago gives its memory back", async () => {
  const { cache, requests, revoked } = createCache(2);
  expect(await cache.get("a")).toBe("blob:1");
  expect(await cache.get("a")).toBe("blob:1");
  expect(requests).toEqual(["a"]);

  await cache.get("b");
  await cache.get("a");
  await cache.get("c");
  await Promise.resolve();
  expect(revoked).toEqual(["blob:2"]);
  await cache.get("b");
  expect(requests).toEqual(["a", "b", "c", "b"]);
});

test("leaving the desk gives all of them back", async () => {
  const { cache, revoked } = createCache(5);
  await cache.get("a");
  await cache.get("b");
  cache.clear();
  await Promise.resolve();
  expect(revoked).toEqual(["blob:1", "blob:2"]);
});

test("one that did not load is asked for anew", async () => {
  const { cache, requests } = createCache(5);
  await expect(cache.get("broken")).rejects.toThrow("offline");
  await expect(cache.get("broken")).rejects.toThrow("offline");
  expect(requests).toEqual(["broken", "broken"]);
});

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
