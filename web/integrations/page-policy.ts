/**
 * Leaves each page the permissions of its own inline scripts. Astro lists those of the whole site
 * on every page: more than needed is allowed, and the digests, which no compression makes
 * smaller, are about 0.3 kB of a page's first answer. The head ends with the place of what the
 * server adds to it (api/standby/server/page_templates.py): after all styles, so that its own hold.
 */
import { createHash } from "node:crypto";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs;
const SCRIPT_RULE = /(?<=http-equiv="content-security-policy"[^>]*)script-src [^;]*;/i;
const DIGEST = / '(sha256-[^']+)'/g;

function withOwnDigests(html: string): string {
  const own = new Set([...html.matchAll(INLINE_SCRIPT)].map(([, script = ""]) => digest(script)));
  return html.replace(SCRIPT_RULE, (rule) =>
    rule.replace(DIGEST, (all, hash) => (own.has(hash) ? all : "")),
  );
}

const digest = (script: string) => `sha256-${createHash("sha256").update(script).digest("base64")}`;

export const pagePolicy: AstroIntegration = {
  name: "standby:page-policy",
  hooks: {
    "astro:build:done": async ({ dir }) => {
      const folder = fileURLToPath(dir);
      for await (const name of glob("**/*.html", { cwd: folder })) {
        const path = join(folder, name);
        const page = withOwnDigests(await readFile(path, "utf8"));
        await writeFile(path, page.replace("</head>", "%%head%%</head>"));
      }
    },
  },
};
