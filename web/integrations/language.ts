/**
 * The language that pages are built in: STANDBY_LANGUAGE, English where it is not set. A language is
 * its messages, src/messages/es.json, and its long texts, src/content/es; what it lacks is English.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { markedCatalog, markedModule, PSEUDO_LOCALE } from "./pseudo-language.ts";

const WEB = fileURLToPath(new URL("..", import.meta.url));
const MESSAGES = `${WEB}src/messages`;
const TEXTS = `${WEB}src/content`;
const BASE = "en";
const PSEUDO = "pseudo";

const named = process.env.STANDBY_LANGUAGE || BASE;
const isPseudo = named === PSEUDO;
const known = readdirSync(MESSAGES).flatMap((file) => file.match(/^(\w+)\.json$/)?.[1] ?? []);
if (![...known, PSEUDO].includes(named))
  throw new Error(`STANDBY_LANGUAGE is ${named}; it may be ${[...known, PSEUDO].join(", ")}`);

/** As the page's `lang` and the catalogs of the server name it. */
export const language = isPseudo ? PSEUDO_LOCALE : named;
/** Dates, amounts and lists as this country writes them. */
const locale = `${language}-US`;

const ASKS = /^\texperimentalStaticLocale \?\? .*$/gm;
const FOLDER = `${WEB}node_modules/.cache/words-${named}`;

/** Where the messages are compiled from, and to. */
export function messageFolders(): { project: string; outdir: string } {
  // What the type checker and the editor read stays as it is while another language is built.
  if (named === BASE) return { project: "./project.inlang", outdir: "./src/paraglide" };
  const settings = read(`${WEB}project.inlang/settings.json`);
  write(`${FOLDER}/messages/${language}.json`, ownMessages());
  write(`${FOLDER}/project.inlang/settings.json`, {
    ...settings,
    baseLocale: language,
    locales: [language],
    modules: settings.modules.map((path: string) => WEB + path),
    "plugin.inlang.messageFormat": { pathPattern: `${FOLDER}/messages/{locale}.json` },
  });
  return { project: `${FOLDER}/project.inlang`, outdir: `${FOLDER}/paraglide` };
}

// English fills what is missing here, for the compiler would put both languages into every script.
function ownMessages(): object {
  const english = read(`${MESSAGES}/${BASE}.json`);
  return isPseudo ? markedCatalog(english) : { ...english, ...read(`${MESSAGES}/${named}.json`) };
}

const read = (path: string) => JSON.parse(readFileSync(path, "utf8"));

function write(path: string, content: object) {
  mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  writeFileSync(path, JSON.stringify(content));
}

/** The language of this build as LANGUAGE and LOCALE, its messages and long texts by their #… */
export const languageOfBuild = {
  name: "standby:language",
  enforce: "pre" as const,
  // Constants and no module, which several scripts of a page would share by one more request.
  config: () => ({
    define: { LANGUAGE: JSON.stringify(language), LOCALE: JSON.stringify(locale) },
  }),
  resolveId(id: string) {
    if (id.startsWith("#paraglide/") && named !== BASE)
      return id.replace("#paraglide", `${FOLDER}/paraglide`);
    const translated = id.replace("#texts", `${TEXTS}/${language}`);
    return id.startsWith("#texts/") && existsSync(translated) ? translated : undefined;
  },
  transform(code: string, id: string) {
    if (isPseudo && id.startsWith(`${TEXTS}/${BASE}/`))
      return { code: markedModule(code, id), map: null };
    // A message of a build's one language needs not ask which: on a page that is some hundred times.
    if (id.includes("/paraglide/messages/")) return { code: code.replace(ASKS, ""), map: null };
    return undefined;
  },
};
