import { expect, test, vi } from "vitest";
import { PictureCache } from "./picture-cache.ts";

function aShelf(most: number) {
  let made = 0;
  const revoked: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation(() => {
    made += 1;
    return `blob:${made}`;
  });
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((src) => void revoked.push(src));
  const requests: string[] = [];
  const cache = new PictureCache(async (path) => {
    requests.push(path);
    if (path === "broken") throw new Error("offline");
    return new Blob([path]);
  }, most);
  return { shelf: cache, asked: requests, put: revoked };
}

test("a picture is fetched once; the one looked at long ago gives its memory back", async () => {
  const { shelf, asked, put } = aShelf(2);
  expect(await shelf.get("a")).toBe("blob:1");
  expect(await shelf.get("a")).toBe("blob:1");
  expect(asked).toEqual(["a"]);

  await shelf.get("b");
  await shelf.get("a");
  await shelf.get("c");
  await Promise.resolve();
  expect(put).toEqual(["blob:2"]);
  await shelf.get("b");
  expect(asked).toEqual(["a", "b", "c", "b"]);
});

test("leaving the desk gives all of them back", async () => {
  const { shelf, put } = aShelf(5);
  await shelf.get("a");
  await shelf.get("b");
  shelf.clear();
  await Promise.resolve();
  expect(put).toEqual(["blob:1", "blob:2"]);
});

test("one that did not load is asked for anew", async () => {
  const { shelf, asked } = aShelf(5);
  await expect(shelf.get("broken")).rejects.toThrow("offline");
  await expect(shelf.get("broken")).rejects.toThrow("offline");
  expect(asked).toEqual(["broken", "broken"]);
});
