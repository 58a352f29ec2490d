/** What is done to every built page: its style in the head, one stylesheet, no streaming. */
import { createHash } from "node:crypto";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

const LINK = /<link rel="stylesheet" href="([^"]+)"[^>]*>/g;
const ISLAND_STYLE = /<style>astro-island[^<]*<\/style>/;
const END_OF_HEAD = "</head>";
const SIGNS = ["$RC", 'id="B:', "<!--$!-->"]; // the last: what did not render on the server

/** Join the stylesheets a page links into one, in their order. */
async function withOneStylesheet(html: string, root: string): Promise<string> {
  const links = [...html.matchAll(LINK)];
  if (links.length < 2) return html;

  const styles = await Promise.all(
    links.map(([, href = ""]) => readFile(join(root, href), "utf8")),
  );
  const joined = styles.join("\n");
  const hash = createHash("sha256").update(joined).digest("hex").slice(0, 8);
  const href = `/_astro/page.${hash}.css`;
  await writeFile(join(root, href), joined);

  let isFirst = true;
  return html.replace(LINK, () => {
    if (!isFirst) return "";
    isFirst = false;
    return `<link rel="stylesheet" href="${href}">`;
  });
}

/**
 * Move the style line that Astro writes before the first island into the head, where HTML requires
 * it.
 */
function withStyleInHead(html: string): string {
  const [style] = ISLAND_STYLE.exec(html) ?? [];
  if (style === undefined || html.indexOf(style) < html.indexOf(END_OF_HEAD)) return html;
  return html.replace(style, "").replace(END_OF_HEAD, `${style}${END_OF_HEAD}`);
}

/**
 * Fail the build when a page holds the script by which React's server swaps in late content: the
 * content policy blocks it, and the page would stay a fallback. Its cause is a Suspense boundary
 * beside other content (src/app/app.tsx) or a part that was not loaded before prerendering.
 */
function expectNoStreaming(html: string, file: string) {
  if (SIGNS.some((sign) => html.includes(sign)))
    throw new Error(`${file} would wait for React's streaming script, which its policy blocks.`);
}

export const builtPages: AstroIntegration = {
  name: "standby:built-pages",
  hooks: {
    "astro:build:done": async ({ dir }) => {
      const root = fileURLToPath(dir);
      for await (const file of glob("**/*.html", { cwd: root })) {
        const html = await readFile(join(root, file), "utf8");
        expectNoStreaming(html, file);
        await writeFile(join(root, file), withStyleInHead(await withOneStylesheet(html, root)));
      }
    },
  },
};
