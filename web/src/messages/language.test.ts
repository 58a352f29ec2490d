/** @vitest-environment node */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { marked, markedCatalog, markedModule } from "../../integrations/pseudo-language.ts";

test("a language that the pages do not have is refused with those that they have", () => {
  const env = { ...process.env, STANDBY_LANGUAGE: "klingon" };
  const { stderr, status } = spawnSync(process.execPath, ["integrations/language.ts"], { env });

  expect(status).not.toBe(0);
  expect(String(stderr)).toContain("STANDBY_LANGUAGE is klingon; it may be en, pseudo");
});

test("a message is marked, and its arguments, facts and addresses stay", () => {
  expect(marked("Call {phone} or see https://example.org/a.")).toBe(
    "⟦Ƈȧŀŀ {phone} ǿř şḗḗ https://example.org/a⟧.",
  );
  expect(marked("From %%price.close%%")).toBe("⟦Ƒřǿḿ %%price.close%%⟧");
  expect(marked(" · ")).toBe(" · ");
});

test("each form of a message is marked, and what chooses it is not", () => {
  const left = [{ match: { "countPlural=one": "1 left", "countPlural=other": "{count} left" } }];

  expect(markedCatalog({ $schema: "x", left })).toEqual({
    $schema: "x",
    left: [{ match: { "countPlural=one": "⟦1 ŀḗƒŧ⟧", "countPlural=other": "⟦{count} ŀḗƒŧ⟧" } }],
  });
});

test("a module of long texts is marked in its texts and not in names of ours", () => {
  const source = [
    'import { m } from "#paraglide/messages.js";',
    'export const fee = { id: "fee", href: "/faq#price", text: `Pay \\u2013 $' +
      "{paid}, then $" +
      "{m.rest()}.` };",
    'const isNear = band === "close" ? "near" : of("far");',
  ].join("\n");

  expect(markedModule(source, "texts.ts").split("\n")).toEqual([
    'import { m } from "#paraglide/messages.js";',
    'export const fee = { id: "fee", href: "/faq#price", text: `Ƥȧẏ \\u2013 $' +
      "{paid}, ŧħḗƞ $" +
      "{m.rest()}.` };",
    'const isNear = band === "close" ? "ƞḗȧř" : of("far");',
  ]);
});
