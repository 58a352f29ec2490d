/**
 * Fails the build when a page holds the script by which React's server swaps in late content: the
 * content policy blocks it, and the page would stay a fallback. Its cause is a Suspense boundary
 * beside other content (src/app/app.tsx) or a part that was not loaded before prerendering.
 */
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

const SIGNS = ["$RC", 'id="B:', "<!--$!-->"]; // the last: what did not render on the server

export const noStreaming: AstroIntegration = {
  name: "standby:no-streaming",
  hooks: {
    "astro:build:done": async ({ dir }) => {
      const root = fileURLToPath(dir);
      for await (const file of glob("**/*.html", { cwd: root })) {
        const html = await readFile(join(root, file), "utf8");
        if (SIGNS.some((sign) => html.includes(sign)))
          throw new Error(
            `${file} would wait for React's streaming script, which its policy blocks.`,
          );
      }
    },
  },
};
