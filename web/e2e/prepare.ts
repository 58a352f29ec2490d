/**
 * Before all tests: builds the pages, and prepares the data folder that every worker's product
 * starts from.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { prepareTemplate } from "./product.ts";

const ROOT = `${import.meta.dirname}/../..`;

export default function prepare() {
  // STANDBY_PAGES names pages that are built already.
  if (!process.env.STANDBY_PAGES) execFileSync("python3", ["-m", "ops.build"], { cwd: ROOT });
  // Not in the configuration, which other tools read too while tests run.
  if (!process.env.E2E_DATA) {
    process.env.E2E_DATA = `${import.meta.dirname}/../.e2e-data`;
    rmSync(process.env.E2E_DATA, { recursive: true, force: true });
  }
  mkdirSync(process.env.E2E_DATA, { recursive: true });
  prepareTemplate();
}
