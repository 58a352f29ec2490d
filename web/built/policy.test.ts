/** A page's own policy names each script and style that stands in it, and no other. */
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { all, attributes, notFound, type Page, pages } from "./pages.ts";

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const OF_NOTHING = hashOf(""); // an empty tag's: it lets nothing in
const POLICY = "meta[http-equiv=content-security-policy]";

/** To the letter: a parser would show other line ends than those that are hashed. */
function inline({ html }: Page, tag: "script" | "style"): string[] {
  const found = html.matchAll(new RegExp(`<${tag}([^>]*)>([\\s\\S]*?)</${tag}>`, "g"));
  return [...found]
    .filter(([, given = ""]) => !/ src=|application\/ld\+json/.test(given))
    .map(([, , text = ""]) => text);
}

function directivesOf(page: Page): Map<string, string[]> {
  const [policy = ""] = attributes(page, POLICY, "content");
  const parts = policy.split(";").map((part) => part.trim().split(/\s+/));
  return new Map(parts.map(([name = "", ...sources]) => [name, sources]));
}

test.each([...pages, notFound])(
  "$path allows its own scripts and styles before the first, and nothing else",
  (page) => {
    const directives = directivesOf(page);
    const allowed = (kind: string) =>
      new Set(directives.get(kind)?.filter((source) => source !== OF_NOTHING));
    const needed = (tag: "script" | "style") =>
      new Set(["'self'", ...inline(page, tag).map(hashOf)]);

    expect(all(page, POLICY)).toHaveLength(1);
    expect(allowed("script-src")).toEqual(needed("script"));
    expect(allowed("style-src")).toEqual(needed("style"));
    expect(directives.get("default-src")).toEqual(["'self'"]);
    expect(directives.get("object-src")).toEqual(["'none'"]);
    expect(directives.get("base-uri")).toEqual(["'self'"]);

    const first = all(page, `${POLICY}, style, script:not([type="application/ld+json"])`)[0];
    const inAttributes = all(page, "*").flatMap(({ attributes: given }) =>
      [...given].map(({ name }) => name).filter((name) => name === "style" || /^on/.test(name)),
    );

    expect(first?.tagName.toLowerCase()).toBe("meta");
    expect(inAttributes).toEqual([]);
  },
);
