/** Colors for what cannot use CSS (the manifest, link preview pictures), read from the tokens. */
import { readFileSync } from "node:fs";

const TOKENS = "src/styles/tokens.css"; // read at build time, relative to web/

/** Color of the palette by name, such as `night-900`. Throws when it does not exist. */
export function paletteColour(name: string): string {
  const match = readFileSync(TOKENS, "utf8").match(new RegExp(`--${name}:\\s*([^;]+);`));
  if (!match?.[1]) throw new Error(`${TOKENS} has no --${name}`);
  return match[1];
}
