/** The scripts of a built page, from Vite's manifest; only while pages are prerendered. */

import { outDir } from "astro:config/server";
import { readFile } from "node:fs/promises";
import { CLIENT_MANIFEST } from "../../integrations/client-manifest.ts";

type Manifest = Record<string, { file: string; imports?: string[] }>;

// What hydration starts with, whatever the area.
const ALWAYS = ["@astrojs/react/dist/client.js", "src/app/app.tsx"];

/** URLs of all scripts that these parts need at once. Throws when the build has no such part. */
export async function scriptsOf(parts: readonly string[]): Promise<string[]> {
  if (import.meta.env.DEV || parts.length === 0) return [];
  const manifest: Manifest = JSON.parse(await readFile(new URL(CLIENT_MANIFEST, outDir), "utf8"));
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const source of [...ALWAYS, ...parts]) {
    const name = Object.keys(manifest).find((name) => name.endsWith(source));
    if (!name) throw new Error(`The build has no script of ${source}.`);
    add(name);
  }
  return [...files].map((file) => `/${file}`);
}
