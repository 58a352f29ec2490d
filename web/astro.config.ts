/** How the site is built: static files, no Node in production. */
import react from "@astrojs/react";
import type { AstroIntegration } from "astro";
import { defineConfig } from "astro/config";
import { wakeOnInteraction } from "./directives/integration.ts";
import { oneStylesheet } from "./directives/one-stylesheet.ts";
import { ownHashes } from "./directives/own-hashes.ts";

const SITE = process.env.PUBLIC_SITE_URL ?? "https://standby.example";
const WITH_DEV_PAGES = process.env.PUBLIC_DEV_PAGES === "1";

/** The design system's page stands while developing, and in builds that ask for it. */
const devPages: AstroIntegration = {
  name: "standby:dev-pages",
  hooks: {
    "astro:config:setup": ({ command, injectRoute }) => {
      if (command !== "dev" && !WITH_DEV_PAGES) return;
      injectRoute({ pattern: "/dev/ui", entrypoint: "./src/pages/dev/_ui.astro" });
    },
  },
};

/** First on every page, whatever else it imports: the order of the cascade's layers stands in the tokens. */
const stylesFirst: AstroIntegration = {
  name: "standby:styles-first",
  hooks: {
    "astro:config:setup": ({ injectScript }) => {
      injectScript("page-ssr", 'import "#styles/tokens.css"; import "#styles/base.css";');
    },
  },
};

/** Few files compress better than many: what the wizard's pages share stands in two. Pages without it load neither. */
const codeSplitting = {
  groups: [
    {
      name: "wizard",
      test: /src.apps.wizard.(wizard-|step|copy|save|error)|src.ui.(modal|progress|radio|text-field|field|notice|price)|wouter|regexparam|use-sync/,
      minShareCount: 3,
    },
    { name: "preload", test: /preload-helper/, priority: 1 }, // else it draws in all that it stands beside
    {
      name: "queries", // without what only those pages need that send something
      test: /tanstack(?!.*(useMutation|mutationObserver))|wizard.use-price|price-summary.(find|use)/,
      minShareCount: 2,
    },
  ],
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
        "connect-src 'self'",
        "font-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
      ],
    },
  },
  integrations: [react(), stylesFirst, wakeOnInteraction, devPages, ownHashes, oneStylesheet],
  devToolbar: { enabled: false },
  server: { host: "127.0.0.1", port: 4321 },
  vite: {
    server: { proxy: { "/api": "http://127.0.0.1:8000" } },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  },
});
