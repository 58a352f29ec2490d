/** Build of the site: static files, no Node in production. */
import { fileURLToPath } from "node:url";
import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import type { AstroIntegration } from "astro";
import { defineConfig } from "astro/config";
import { proxy, sharedPages } from "./integrations/dev-server.ts";
import { MARKET, marketCatalog } from "./integrations/market.ts";
import { messages } from "./integrations/messages.ts";
import { pagePolicy } from "./integrations/page-policy.ts";
import { scriptFiles } from "./integrations/script-files.ts";

const SITE = process.env.PUBLIC_SITE_URL ?? "https://standby.example";

const clientIsland: AstroIntegration = {
  name: "standby:client-island",
  hooks: {
    "astro:config:setup": ({ addClientDirective }) => {
      const script = new URL("./integrations/island.ts", import.meta.url);
      addClientDirective({ name: "island", entrypoint: fileURLToPath(script) });
    },
  },
};

export default defineConfig({
  site: SITE,
  output: "static",
  trailingSlash: "never",
  build: { format: "file", inlineStylesheets: "never" },
  security: {
    // What the server opens for analytics and for the look of the business has its places
    // (api/standby/server/page_templates.py).
    csp: {
      scriptDirective: { resources: ["'self'", "%%policy.script-src%%"] },
      styleDirective: { resources: ["'self'", "%%policy.style-src%%"] },
      directives: [
        "default-src 'self'",
        "img-src 'self' data: blob: %%policy.img-src%%",
        "media-src 'self' blob:",
        "connect-src 'self' %%policy.connect-src%%",
        "frame-src 'self' %%policy.frame-src%%",
        "font-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
      ],
    },
  },
  integrations: [react(), clientIsland, sharedPages, scriptFiles, pagePolicy],
  devToolbar: { enabled: false },
  server: { host: "127.0.0.1", port: 4321 },
  vite: {
    plugins: [tailwindcss(), marketCatalog, messages],
    resolve: { alias: { "@market": MARKET } },
    server: { proxy, watch: { ignored: ["**/builds/**", "**/dist/**"] } },
  },
});
