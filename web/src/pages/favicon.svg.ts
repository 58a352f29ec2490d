import type { APIRoute } from "astro";
import { roundedIcon } from "./_icon.ts";

export const GET: APIRoute = () =>
  new Response(roundedIcon, { headers: { "Content-Type": "image/svg+xml" } });
