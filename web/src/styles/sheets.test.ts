/** Each page's stylesheet is made of the components that the page can load, also later on. */
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const PAGES = globSync("src/pages/**/*.astro");

const read = (file: string) => readFileSync(file, "utf8");

function importsOf(file: string): string[] {
  const names = [...read(file).matchAll(/"((?:#|\.\.?\/)[^"]+\.(?:tsx?|astro))"/g)];
  return names.map(([, name = ""]) =>
    name.startsWith("#")
      ? resolve("src", name.slice(1).replace(/^texts\//, "content/en/"))
      : resolve(file, "..", name),
  );
}

function componentsFrom(page: string): string[] {
  const files = new Set([resolve(page)]);
  for (const file of files) for (const name of importsOf(file)) files.add(name);
  return [...files].filter((file) => file.endsWith(".tsx"));
}

function sourcesOf(sheet: string): Set<string> {
  const sources = new Set<string>();
  for (const [, not, pattern = ""] of read(sheet).matchAll(/@source (not )?"([^"]+)"/g))
    for (const file of globSync(join("src/styles", pattern), { withFileTypes: true }))
      for (const path of filesIn(join(file.parentPath, file.name), file.isDirectory()))
        not ? sources.delete(resolve(path)) : sources.add(resolve(path));
  return sources;
}

const filesIn = (path: string, isFolder: boolean) =>
  isFolder ? globSync(`${path}/**/*.tsx`) : [path];

test.each(PAGES)("the sheet of %s has the styles of everything on it", (page) => {
  const [, sheet = ""] = read(page).match(/"#(styles\/(?:home|city|site|app)\.css)"/) ?? [];
  const sources = sourcesOf(join("src", sheet));

  expect(componentsFrom(page).filter((file) => !sources.has(file))).toEqual([]);
});
