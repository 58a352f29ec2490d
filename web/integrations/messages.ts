/** The words that visitors and staff read: src/messages/en.json, compiled into a function for each. */
import { type CompilerOptions, paraglideVitePlugin } from "@inlang/paraglide-js";
import { language, languageOfBuild, messageFolders } from "./language.ts";

export const messageOptions: CompilerOptions = {
  ...messageFolders(),
  strategy: ["baseLocale"],
  experimentalStaticLocale: JSON.stringify(language), // each language is a build of its own
  emitReadme: false,
  outputStructure: "message-modules", // a page loads only its own words
};

export const messages = [languageOfBuild, paraglideVitePlugin(messageOptions)];
