import { expect, test, vi } from "vitest";
import { PictureCache } from "./pictures.ts";

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
