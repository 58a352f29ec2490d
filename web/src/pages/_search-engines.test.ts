// @vitest-environment node
import { expect, test } from "vitest";
import { publicPaths } from "#content/public-pages.ts";
import { GET as robots } from "./robots.txt.ts";
import { GET as sitemap } from "./sitemap.xml.ts";

const site = new URL("https://standby.example");
const asked = async (GET: typeof robots) =>
  (await GET({ site } as Parameters<typeof robots>[0])).text();

test("NAV-09.2 the sitemap lists the public pages, and robots.txt names it", async () => {
  const listed = [...(await asked(sitemap)).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);

  expect(listed.length).toBeGreaterThan(20);
  expect(listed).toEqual(publicPaths.map((path) => new URL(path, site).href));
  expect(await asked(robots)).toContain("Sitemap: https://standby.example/sitemap.xml\n");
});
