/** What nginx and Django do in production, for `astro dev`: many paths that share one page. */
import type { AstroIntegration } from "astro";

const SHARED: [RegExp, string][] = [
  [/^\/staff\/crew\/.+/, "/staff/crew"],
  [/^\/staff\/(?!crew)(?!(tables|assets)(\/|$)).+/, "/staff"],
  [/^\/verify\/.+/, "/verify"],
];

// What Django answers, and not a page.
const TO_API = [
  "/api",
  "/auth/v1",
  "/b/",
  "/dev/messages",
  "/staff/assets",
  "/staff/tables",
  "/test-checkout",
  "/unsubscribe",
];

const api = `http://127.0.0.1:${process.env.PORT ?? 8000}`;

export const proxy = Object.fromEntries(TO_API.map((path) => [path, api]));

export const sharedPages: AstroIntegration = {
  name: "standby:shared-pages",
  hooks: {
    // Django's admin wants the slash that our pages never have.
    "astro:config:setup": ({ command, updateConfig }) => {
      if (command === "dev") updateConfig({ trailingSlash: "ignore" });
    },
    "astro:server:setup": ({ server }) => {
      server.middlewares.use((request, _response, next) => {
        const [path = "", query] = (request.url ?? "").split("?");
        const page = SHARED.find(([paths]) => paths.test(path))?.[1];
        if (page) request.url = query ? `${page}?${query}` : page;
        next();
      });
    },
  },
};
