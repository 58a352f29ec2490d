/** Build of the site: static files, no Node in production. */
import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import type { AstroIntegration } from "astro";
import { defineConfig } from "astro/config";
import { ownDirectives } from "./directives/integration.ts";
import { namedFiles } from "./directives/named-files.ts";
import { oneStylesheet } from "./directives/one-stylesheet.ts";
import { ownHashes } from "./directives/own-hashes.ts";
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
      injectScript(
        "page-ssr",
        'import "#styles/tokens.css"; import "#styles/base.css"; import "#styles/tailwind.css";',
      );
    },
  },
};

// A few files compress better than many: modules that are always loaded together share one. Of the
// matching groups, the one with the highest priority takes a module.
const codeSplitting = {
  groups: [
    { name: "preload", test: /preload-helper/, priority: 4 }, // else it would pull in its neighbors
    { name: "analytics", test: /src.lib.analytics.ts$/, priority: 4 },
    {
      name: "react", // all in one file, else the first group that needs its core would absorb it
      test: /node_modules.(react|react-dom|scheduler|@astrojs.react)[\\/]/,
      priority: 3,
    },
    {
      name: "house", // shared with pages outside of the wizard
      test: /src.lib.(api.(?!staff|auth-callback|session-sync|once|my-booking)|ids|paths|money|log|storage)|src.ui.(button|field|icon|notice|price|radio|spinner|visually)|src.draft.(?!installation)/,
      minShareCount: 3,
      priority: 2,
    },
    {
      name: "booking", // only for the homeowner's pages and staff's views of them
      test: /src.lib.(api.(my-booking|once)|idempotency)|milestones.ledger/,
      minShareCount: 2,
      priority: 2,
    },
    {
      name: "address", // shared by the hero's address box and step 1 of the wizard
      test: /features.(address-search|coverage-check.(address-rules|chosen|copy|use-))/,
      minShareCount: 2,
      priority: 2,
    },
    {
      name: "fields",
      test: /src.ui.(checkbox|text-field)|src.lib.phone|src.content.company/,
      minShareCount: 2,
      priority: 1,
    },
    {
      name: "queries", // without the parts that only pages with mutations need
      test: /tanstack(?!.*(useMutation|mutationObserver))|wizard.(use-price|queries)|price-summary.(find|use|copy)|use-packages/,
      minShareCount: 2,
      priority: 1,
    },
    {
      name: "wizard",
      test: /src.apps.wizard.(wizard-|step|copy|save|error|navigation)|src.ui.progress|use-price-book|generator-option/,
      minShareCount: 3,
    },
    {
      name: "distance",
      test: /features.distance-helper|distance.(long-run|copy)/,
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
    namedFiles(),
    devPages,
    ownHashes,
    oneStylesheet,
    stylesInHead,
  ],
  devToolbar: { enabled: false },
  server: { host: "127.0.0.1", port: 4321 },
  vite: {
    plugins: [tailwindcss()],
    server: { proxy: { "/api": "http://127.0.0.1:8000" } },
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting } } } } },
  },
});
