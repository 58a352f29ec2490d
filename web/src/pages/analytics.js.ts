/** The script of pages that count visits; the server adds it to them (page_templates.py). */
import type { APIRoute } from "astro";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import script from "./_analytics.js?raw";

const words = {
  label: m.analytics_label(),
  question: m.analytics_question(),
  accepted: m.analytics_accept(),
  declined: m.analytics_decline(),
  privacy: m.analytics_privacy(),
  privacyPath: paths.legal.privacy,
};

export const GET: APIRoute = () =>
  new Response(`const WORDS = ${JSON.stringify(words)};\n${script}`, {
    headers: { "Content-Type": "text/javascript" },
  });
