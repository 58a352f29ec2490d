/**
 * Adds to each island the list of scripts it needs for hydration, largest first, for its directive
 * to preload.
 */
import { glob, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

// Islands of our own directives only: Astro's would ignore the list.
const ISLAND =
  /<astro-island(?=[^>]* component-url="([^"]+)")(?=[^>]* renderer-url="([^"]+)")(?=[^>]* client="(?:arrival|interaction)")/g;

// Static imports of each browser chunk, by file name.
type Imports = Map<string, string[]>;

function needed(files: string[], imports: Imports): Set<string> {
  const closure = new Set<string>();
  const add = (file: string) => {
    if (closure.has(file)) return;
    closure.add(file);
    for (const imported of imports.get(file) ?? []) add(imported);
  };
  for (const file of files) add(file);
  return closure;
}

async function largestFirst(files: Iterable<string>, root: string): Promise<string[]> {
  const sized = [...files].map(async (file) => ({
    file,
    size: (await stat(join(root, file))).size,
  }));
  return (await Promise.all(sized)).sort((a, b) => b.size - a.size).map(({ file }) => file);
}

async function nameFiles(page: string, { imports, root }: { imports: Imports; root: string }) {
  const html = await readFile(page, "utf8");
  const named = new Map<string, string>();
  for (const [island, component = "", renderer = ""] of html.matchAll(ISLAND)) {
    const files = needed([component.slice(1), renderer.slice(1)], imports);
    const urls = (await largestFirst(files, root)).map((file) => `/${file}`);
    named.set(component, `${island} data-files="${urls.join(" ")}"`);
  }
  if (named.size === 0) return;
  await writeFile(
    page,
    html.replace(ISLAND, (island, url: string) => named.get(url) ?? island),
  );
}

export function namedFiles(): AstroIntegration {
  const imports: Imports = new Map();
  return {
    name: "standby:named-files",
    hooks: {
      "astro:config:setup": ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: "standby:imports",
                applyToEnvironment: ({ name }) => name === "client",
                generateBundle(_options, bundle) {
                  for (const file of Object.values(bundle))
                    if (file.type === "chunk") imports.set(file.fileName, file.imports);
                },
              },
            ],
          },
        });
      },
      "astro:build:done": async ({ dir }) => {
        const root = fileURLToPath(dir);
        for await (const file of glob("**/*.html", { cwd: root }))
          await nameFiles(join(root, file), { imports, root });
      },
    },
  };
}
