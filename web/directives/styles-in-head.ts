/**
 * Moves the style line that Astro writes before the first island into the head, where HTML requires
 * it.
 */
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/;
const END_OF_HEAD = "</head>";

export function withStyleInHead(html: string): string {
  const [style] = ISLAND_STYLE.exec(html) ?? [];
  if (style === undefined || html.indexOf(style) < html.indexOf(END_OF_HEAD)) return html;
  return html.replace(style, "").replace(END_OF_HEAD, `${style}${END_OF_HEAD}`);
}

export const stylesInHead: AstroIntegration = {
  name: "standby:styles-in-head",
  hooks: {
    "astro:build:done": async ({ dir }) => {
      const root = fileURLToPath(dir);
      for await (const file of glob("**/*.html", { cwd: root })) {
        const page = join(root, file);
        await writeFile(page, withStyleInHead(await readFile(page, "utf8")));
      }
    },
  },
};
