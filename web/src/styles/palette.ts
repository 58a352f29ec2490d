/** Colours for what cannot read a style sheet (the manifest, link pictures), from the tokens themselves. */
import { readFileSync } from "node:fs";

const TOKENS = "src/styles/tokens.css"; // read while building, from the folder of the web

/** The palette's colour of this name, such as `night-900`. Throws when the palette has none. */
export function paletteColour(name: string): string {
  const found = readFileSync(TOKENS, "utf8").match(new RegExp(`--${name}:\\s*([^;]+);`));
  if (!found?.[1]) throw new Error(`${TOKENS} has no --${name}`);
  return found[1];
}
