/**
 * Has Vite list the browser's scripts in a file that pages read while they are prerendered
 * (src/app/built-scripts.ts), and removes it afterwards.
 */
import { rm } from "node:fs/promises";
import type { AstroIntegration } from "astro";

/** Relative to the build. Not Vite's own name for it: Astro deletes that before prerendering. */
export const CLIENT_MANIFEST = "client-manifest.json";

// By a plugin, because Astro hands only a part of the client's settings on to Vite.
const listing = {
  name: "standby:client-manifest",
  configEnvironment: (name: string) =>
    name === "client" ? { build: { manifest: CLIENT_MANIFEST } } : undefined,
};

export const clientManifest: AstroIntegration = {
  name: "standby:client-manifest",
  hooks: {
    "astro:config:setup": ({ updateConfig }) => {
      updateConfig({ vite: { plugins: [listing] } });
    },
    "astro:build:done": ({ dir }) => rm(new URL(CLIENT_MANIFEST, dir)),
  },
};
