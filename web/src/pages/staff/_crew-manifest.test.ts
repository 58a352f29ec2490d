import { expect, test } from "vitest";
import { pages } from "#app/pages.ts";
import { getStaticPaths } from "../[icon].png.ts";
import { GET } from "./crew.webmanifest.ts";
import { GET as getWorker } from "./crew-worker.js.ts";

const answerOf = (get: unknown) => (get as () => Response)();

test("the crew's page can be installed: its manifest is linked, named, in scope and has its icons", async () => {
  const page = pages.find(({ manifest }) => manifest === "/staff/crew.webmanifest");
  const answer = answerOf(GET);
  const manifest = await answer.json();
  const icons = (await getStaticPaths()).map(({ params: { icon }, props: { size } }) => ({
    src: `/${icon}.png`,
    sizes: `${size}x${size}`,
  }));

  expect(answer.headers.get("Content-Type")).toBe("application/manifest+json");
  expect(manifest.name).not.toBe("");
  expect(manifest.short_name).not.toBe("");
  expect([manifest.start_url, manifest.scope]).toEqual([page?.path, page?.path]);
  expect(manifest.display).toBe("standalone");
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual([
    "192x192",
    "512x512",
  ]);
  for (const { src, sizes } of manifest.icons) expect(icons).toContainEqual({ src, sizes });
  expect(answerOf(getWorker).headers.get("Content-Type")).toBe("text/javascript");
});
