/** Before all tests: the pages are built, and the folder is made that every worker's product begins with. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { prepareTemplate } from "./product.ts";

const ROOT = `${import.meta.dirname}/../..`;

export default function prepare() {
  // Whoever names the pages has built them.
  if (!process.env.STANDBY_PAGES) execFileSync("python3", ["-m", "ops.build"], { cwd: ROOT });
  // Not where the settings are read: other tools read them too, while tests run.
  if (!process.env.E2E_DATA) {
    process.env.E2E_DATA = `${import.meta.dirname}/../.e2e-data`;
    rmSync(process.env.E2E_DATA, { recursive: true, force: true });
  }
  mkdirSync(process.env.E2E_DATA, { recursive: true });
  prepareTemplate();
}
