/** The crew's phone as an installable app: its own name and scope beside the site's manifest. */
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
      id: paths.crew,
      name: m.crew_app_name({ companyName: company.name }),
      short_name: m.crew_title(),
      start_url: paths.crew,
      scope: paths.crew,
      display: "standalone",
      background_color: NIGHT,
      theme_color: NIGHT,
      icons: SIZES.map((size) => ({
        src: `/icon-${size}.png`,
        sizes: `${size}x${size}`,
        type: "image/png",
        purpose: "any maskable",
      })),
    }),
    { headers: { "Content-Type": "application/manifest+json" } },
  );
