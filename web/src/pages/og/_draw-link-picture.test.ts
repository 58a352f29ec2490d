// @vitest-environment node
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawLinkPicture } from "./_draw-link-picture.ts";

test("a link picture is 1200×630 and at most 120 kB", async () => {
  const drawn = await drawLinkPicture({
    title: "Home generators in Missouri City",
    note: "Installed at one flat price, from $4,990.",
  });
  const { width, height, format } = await sharp(drawn).metadata();

  expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: "jpeg" });
  expect(drawn.byteLength).toBeLessThanOrEqual(120_000);
});
