/**
 * Reduces each page's Content-Security-Policy to the hashes of its own scripts and styles; Astro
 * lists those of the whole site.
 */
import { createHash } from "node:crypto";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AstroIntegration } from "astro";

const INLINE = /<(script|style)\b[^>]*>([\s\S]*?)<\/\1>/g;
const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/;
const HASH = / 'sha256-([^']+)'/g;

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64");

function withOwnHashes(html: string): string {
  const hashes = new Set([...html.matchAll(INLINE)].map(([, , text = ""]) => hashOf(text)));
  return html.replace(POLICY, (policy) =>
    policy.replace(HASH, (listed, hash: string) => (hashes.has(hash) ? listed : "")),
  );
}

export const ownHashes: AstroIntegration = {
  name: "standby:own-hashes",
  hooks: {
    "astro:build:done": async ({ dir }) => {
      const root = fileURLToPath(dir);
      for await (const file of glob("**/*.html", { cwd: root })) {
        const page = join(root, file);
        await writeFile(page, withOwnHashes(await readFile(page, "utf8")));
      }
    },
  },
};
