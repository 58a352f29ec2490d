/**
 * A page's Content-Security-Policy lists the hash of each of its inline scripts and styles, and no
 * other source: no script of another page either.
 */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { all, attributes, notFound, type Page, pages } from "./pages.ts";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const POLICY = "meta[http-equiv=content-security-policy]";

// Reads the raw HTML: a parser would normalize the line ends that the hash covers.
function inline({ html }: Page, tag: "script" | "style"): string[] {
  const tags = html.matchAll(new RegExp(`<${tag}([^>]*)>([\\s\\S]*?)</${tag}>`, "g"));
  return [...tags]
    .filter(([, attributes = ""]) => !/ src=|application\/(ld\+)?json/.test(attributes))
    .map(([, , text = ""]) => text);
}

function directivesOf(page: Page): Map<string, string[]> {
  const [policy = ""] = attributes(page, POLICY, "content");
  const parts = policy.split(";").map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = "", ...sources]) => [name, sources]));
}

// The crew's page, and the one that leads there: they run WebAssembly.
const READ_LABELS = ["/staff", "/staff/crew"];
const HASH = /^'sha256-[\w+/]+=*'$/;

test.each([...pages, notFound])(
  "$path allows its own scripts and styles before the first, and only by their hashes",
  (page) => {
    const directives = directivesOf(page);

    expect(all(page, POLICY)).toHaveLength(1);
    for (const tag of ["script", "style"] as const) {
      const allowed = directives.get(`${tag}-src`) ?? [];
      expect(allowed).toEqual(expect.arrayContaining(["'self'", ...inline(page, tag).map(hashOf)]));
      const others = allowed.filter((source) => source !== "'self'" && !HASH.test(source));
      const readsLabels = tag === "script" && READ_LABELS.includes(page.path);
      expect(others).toEqual(readsLabels ? ["'wasm-unsafe-eval'"] : []);
    }
    const scripts = new Set(inline(page, "script").map(hashOf));
    expect(directives.get("script-src")?.filter((source) => HASH.test(source))).toHaveLength(
      scripts.size,
    );
    expect(directives.get("default-src")).toEqual(["'self'"]);
    expect(directives.get("object-src")).toEqual(["'none'"]);
    expect(directives.get("base-uri")).toEqual(["'self'"]);

    const first = all(page, `${POLICY}, style, script:not([type$="json"])`)[0];
    const inAttributes = all(page, "*").flatMap(({ attributes }) =>
      [...attributes]
        .map(({ name }) => name)
        .filter((name) => name === "style" || /^on/.test(name)),
    );

    expect(first?.tagName.toLowerCase()).toBe("meta");
    expect(inAttributes).toEqual([]);
  },
);
