import colors from "@market/colors.json";
import type { APIRoute } from "astro";
import { company } from "#content/company.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";

const NIGHT = colors["night-900"];
const SIZES = [192, 512];

export const GET: APIRoute = () =>
  new Response(
    JSON.stringify({
      name: m.site_manifest_name({ companyName: company.name }),
      short_name: company.name,
      start_url: paths.home,
      display: "browser",
      background_color: NIGHT,
      theme_color: NIGHT,
      icons: [
        { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
        ...SIZES.map((size) => ({
          src: `/icon-${size}.png`,
          sizes: `${size}x${size}`,
          type: "image/png",
          purpose: "any maskable",
        })),
      ],
    }),
    { headers: { "Content-Type": "application/manifest+json" } },
  );
