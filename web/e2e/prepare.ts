/** Before all tests: the pages are built, and the folder is made that every worker's product begins with. */
import { execFileSync } from "node:child_process";
import { prepareTemplate } from "./product.ts";

const ROOT = `${import.meta.dirname}/../..`;

export default function prepare() {
  // Whoever names the pages has built them.
  if (!process.env.STANDBY_PAGES) execFileSync("python3", ["-m", "ops.build"], { cwd: ROOT });
  prepareTemplate();
}
