/** What an application needs to wake is named in the page's head: else each file is found only in the one before it. */
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

const AT_ONCE = /<astro-island\b[^>]*\bclient="load"[^>]*>/g;
const ENTRY = /(?:component|renderer)-url="([^"]+)"/g;
const STATIC_IMPORT = /(?:from|import)\s*"\.\/([^"]+\.js)"/g;
const FOLDER = "/_astro/";

const found = (pattern: RegExp, text: string) =>
  [...text.matchAll(pattern)].map(([whole, part]) => part ?? whole);

/** The files themselves and whatever they cannot run without. */
async function withImports(files: string[], root: string): Promise<Set<string>> {
  const all = new Set(files);
  // A set that grows while it is gone through is gone through to its new end.
  for (const file of all) {
    const script = await readFile(join(root, file), "utf8");
    for (const name of found(STATIC_IMPORT, script)) all.add(FOLDER + name);
  }
  return all;
}

async function preload(page: string, root: string): Promise<void> {
  const html = await readFile(page, "utf8");
  const islands = found(AT_ONCE, html);
  if (islands.length === 0) return;
  const files = await withImports(found(ENTRY, islands.join("")), root);
  // Low: the styles and the face of the letters are wanted first.
  const links = [...files].map(
    (file) => `<link rel="modulepreload" href="${file}" fetchpriority="low">`,
  );
  await writeFile(page, html.replace("</head>", `${links.join("")}</head>`));
}

export const preloadIslands: AstroIntegration = {
  name: "standby:preload-islands",
  hooks: {
    "astro:build:done": async ({ dir }) => {
      const root = fileURLToPath(dir);
      for await (const file of glob("**/*.html", { cwd: root }))
        await preload(join(root, file), root);
    },
  },
};
