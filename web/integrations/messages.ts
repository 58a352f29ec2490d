/** The words that visitors and staff read: src/messages/en.json, compiled into a function for each. */
import { paraglideVitePlugin } from "@inlang/paraglide-js";

export const messages = paraglideVitePlugin({
  project: "./project.inlang",
  outdir: "./src/paraglide",
  strategy: ["baseLocale"],
  emitReadme: false,
  outputStructure: "message-modules", // a page loads only its own words
});
