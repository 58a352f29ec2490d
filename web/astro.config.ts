/** Build of the site: static files, no Node in production. */
import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import type { AstroIntegration } from "astro";
import { defineConfig } from "astro/config";
import { clientManifest } from "./directives/client-manifest.ts";
import { proxy, sharedPages } from "./directives/dev-server.ts";
import { ownDirectives } from "./directives/integration.ts";
import { MARKET, marketCatalog } from "./directives/market.ts";
import { noStreaming } from "./directives/no-streaming.ts";
import { oneStylesheet } from "./directives/one-stylesheet.ts";
import { stylesInHead } from "./directives/styles-in-head.ts";

const SITE = process.env.PUBLIC_SITE_URL ?? "https://standby.example";
const WITH_DEV_PAGES = process.env.PUBLIC_DEV_PAGES === "1";

// The design system's page exists in development, and in builds that request it.
const devPages: AstroIntegration = {
  name: "standby:dev-pages",
  hooks: {
    "astro:config:setup": ({ command, injectRoute }) => {
      if (command !== "dev" && !WITH_DEV_PAGES) return;
      injectRoute({ pattern: "/dev/ui", entrypoint: "./src/pages/dev/_ui.astro" });
    },
  },
};

// The first import of every page, because the tokens declare the order of the cascade layers.
const stylesFirst: AstroIntegration = {
  name: "standby:styles-first",
  hooks: {
    "astro:config:setup": ({ injectScript }) => {
      injectScript("page-ssr", 'import "#styles/tokens.css"; import "#styles/base.css";');
    },
  },
};

export default defineConfig({
  site: SITE,
  output: "static",
  trailingSlash: "never",
  build: { format: "file", inlineStylesheets: "never" },
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
      ],
    },
  },
  integrations: [
    react(),
    stylesFirst,
    ownDirectives,
    devPages,
    sharedPages,
    oneStylesheet,
    stylesInHead,
    noStreaming,
    clientManifest,
  ],
  devToolbar: { enabled: false },
  server: { host: "127.0.0.1", port: 4321 },
  vite: {
    plugins: [tailwindcss(), marketCatalog],
    resolve: { alias: { "@market": MARKET } },
    server: { proxy, watch: { ignored: ["**/builds/**", "**/dist/**"] } },
  },
});
