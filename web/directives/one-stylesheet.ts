/** Joins the stylesheets a page links into one, in their order. */
import { createHash } from "node:crypto";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

const LINK = /<link rel="stylesheet" href="([^"]+)"[^>]*>/g;

async function joinStyles(page: string, root: string): Promise<void> {
  const html = await readFile(page, "utf8");
  const links = [...html.matchAll(LINK)];
  if (links.length < 2) return;

  const styles = await Promise.all(
    links.map(([, href = ""]) => readFile(join(root, href), "utf8")),
  );
  const joined = styles.join("\n");
  const hash = createHash("sha256").update(joined).digest("hex").slice(0, 8);
  const href = `/_astro/page.${hash}.css`;
  await writeFile(join(root, href), joined);

  let isFirst = true;
  const linkOnce = () => {
    if (!isFirst) return "";
    isFirst = false;
    return `<link rel="stylesheet" href="${href}">`;
  };
  await writeFile(page, html.replace(LINK, linkOnce));
}

export const oneStylesheet: AstroIntegration = {
  name: "standby:one-stylesheet",
  hooks: {
    "astro:build:done": async ({ dir }) => {
      const root = fileURLToPath(dir);
      for await (const file of glob("**/*.html", { cwd: root }))
        await joinStyles(join(root, file), root);
    },
  },
};
