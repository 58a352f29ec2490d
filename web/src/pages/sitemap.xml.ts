/** Sitemap of the public pages; transactional pages have noindex themselves. */
import type { APIRoute } from "astro";
import { publicPaths } from "#content/public-pages.ts";

const entry = (url: string) => `<url><loc>${url}</loc></url>`;

export const GET: APIRoute = ({ site }) => {
  const entries = publicPaths.map((path) => entry(new URL(path, site).href));
  return new Response(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...entries,
      "</urlset>",
      "",
    ].join("\n"),
    { headers: { "Content-Type": "application/xml" } },
  );
};
