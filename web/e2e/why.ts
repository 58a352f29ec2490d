/**
 * Reporter that prints a line for each failed attempt at the end: a second attempt often fails
 * because of what the first left.
 */
import type { Reporter, TestCase, TestResult } from "@playwright/test/reporter";

const MAX_LENGTH = 240;
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");

export default class Why implements Reporter {
  private readonly lines: string[] = [];

  printsToStdio() {
    return false; // the list reporter does
  }

  onTestEnd({ title, expectedStatus }: TestCase, { status, retry, errors }: TestResult) {
    if (status === "skipped" || status === expectedStatus) return;
    const [error] = errors;
    const message = (error?.message ?? status).replaceAll(COLOUR, "").replaceAll(/\s+/g, " ");
    const { file = "", line = 0 } = error?.location ?? {};
    const where = `${file.split("/").at(-1)}:${line}`;
    this.lines.push(`try ${retry + 1} of "${title.slice(0, 60)}", ${where}: ${message}`);
  }

  onEnd() {
    for (const line of this.lines) console.log(line.slice(0, MAX_LENGTH));
  }
}
