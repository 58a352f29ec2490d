/** The words that visitors and staff read: src/messages/en.json, compiled into a function for each. */
import { type CompilerOptions, paraglideVitePlugin } from "@inlang/paraglide-js";

export const messageOptions: CompilerOptions = {
  project: "./project.inlang",
  outdir: "./src/paraglide",
  strategy: ["baseLocale"],
  experimentalStaticLocale: '"en"', // each language is a build of its own
  emitReadme: false,
  outputStructure: "message-modules", // a page loads only its own words
};

export const messages = paraglideVitePlugin(messageOptions);
