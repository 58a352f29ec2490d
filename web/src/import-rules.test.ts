/** The lint sees which half of src imports which, and circles, also where a path begins with "#". */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

type Diagnostic = { category: string; location: { path: string | { file: string } } };

/** What the lint says of these files alone, by the rule: "a/b.ts noImportCycles". */
function lintOf(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), "import-rules-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ["biome.json", "package.json"]) cpSync(name, join(folder, name));
  for (const [name, code] of Object.entries(files)) {
    const file = join(folder, "src", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  const biome = resolve("node_modules/.bin/biome");
  const rules = ["--only=noImportCycles", "--only=noRestrictedImports"];
  const { stdout } = spawnSync(biome, ["lint", "--reporter=json", ...rules], {
    cwd: folder,
    encoding: "utf8",
  });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  return diagnostics.map(({ category, location: { path } }) => {
    const file = typeof path === "string" ? path : path.file;
    return `${file.replace(/^.*src\//, "")} ${category.split("/").at(-1)}`;
  });
}

test("a circle over three folders is an error, also one of types", () => {
  expect(
    lintOf({
      "lib/a.ts": 'import { b } from "#lib/deep/b.ts";\nexport const a = () => b;\n',
      "lib/deep/b.ts": 'import { c } from "#lib/other/c.ts";\nexport const b = () => c;\n',
      "lib/other/c.ts": 'import { a } from "#lib/a.ts";\nexport const c = () => a;\n',
      "lib/types/d.ts": 'import type { E } from "#lib/e.ts";\nexport type D = { e?: E };\n',
      "lib/e.ts": 'import type { D } from "#lib/types/d.ts";\nexport type E = { d?: D };\n',
      "lib/free.ts": 'import { a } from "#lib/a.ts";\nexport const free = a;\n',
    }).sort(),
  ).toEqual([
    "lib/a.ts noImportCycles",
    "lib/deep/b.ts noImportCycles",
    "lib/e.ts noImportCycles",
    "lib/other/c.ts noImportCycles",
    "lib/types/d.ts noImportCycles",
  ]);
});

const FORBIDDEN = [
  ["app", "site"],
  ["app", "staff"],
  ["site", "app"],
  ["site", "staff"],
  ["staff", "app"],
  ["staff", "site"],
  ["staff", "draft"],
  ["business", "draft"],
  ["api", "features"],
  ["draft", "staff"],
  ["features", "staff"],
  ["lib", "staff"],
  ["ui", "staff"],
] as const;

test("a folder imports none that it may not know, neither at once nor later", () => {
  const code = FORBIDDEN.flatMap(([folder, other]) => [
    [`${folder}/at-once-${other}.ts`, `export { b } from "#${other}/b.ts";\n`],
    [`${folder}/later-${other}.ts`, `export const a = () => import("#${other}/b.ts");\n`],
  ]);
  const imported = FORBIDDEN.map(([, other]) => [`${other}/b.ts`, "export const b = 1;\n"]);

  expect(lintOf(Object.fromEntries([...code, ...imported])).sort()).toEqual(
    code.map(([name]) => `${name} noRestrictedImports`).sort(),
  );
});

test("the application opens staff's half by the one file where it starts", () => {
  expect(
    lintOf({
      "app/areas.ts": 'export const area = () => import("#staff/staff-app.tsx");\n',
      "staff/staff-app.tsx": "export const StaffApp = () => null;\n",
    }),
  ).toEqual([]);
});
