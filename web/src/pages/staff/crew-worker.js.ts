/** The service worker of the crew's phone; its address gives it the scope /staff/crew. */
import type { APIRoute } from "astro";
import script from "./_crew-worker.js?raw";

export const GET: APIRoute = () =>
  new Response(script, { headers: { "Content-Type": "text/javascript" } });
