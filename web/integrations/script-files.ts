/**
 * Puts what several parts of the site need into a few script files, because each is a request of
 * its own (PRESS-02.1). A part is an island, a page's script, or a module that is loaded lazily;
 * what only one part needs stays with it.
 */
import type { AstroIntegration } from "astro";

/** Libraries and features that only some parts need have files of their own. */
const FEATURES: readonly [file: string, modules: RegExp][] = [
  ["react", /\/node_modules\/(react|react-dom|scheduler)\//],
  ["forms", /\/node_modules\/(react-hook-form|@hookform|valibot)\//],
  ["forms", /\/src\/ui\/form\.tsx$/],
  // The photo page needs the libraries of forms, but asks for no contact.
  ["contact", /\/src\/(features\/contact\/contact-form\.tsx|ui\/phone-text\.ts)$/],
  // Photos are made smaller on the photo page and in the crew's app.
  ["pictures", /\/src\/features\/photo-upload\//],
  ["phone", /\/src\/(ui\/phone-field\.tsx|lib\/phone-rules\.ts)$/],
  ["address", /\/src\/features\/(address-search|coverage-check)\//],
  ["not-covered", /\/src\/features\/not-covered\//],
  // Not all pages with a draft ask for a generator's systems, or for who is booking.
  ["draft", /\/src\/draft\/(?!product-of|use-contact)/],
  ["calendar", /\/src\/features\/appointment\//],
  // Its form needs the libraries of forms; the helper does not.
  ["quote-form", /\/(distance-helper\/(manual-quote|request-sent)\.tsx|draft\/use-contact\.ts)$/],
  ["distance", /\/src\/features\/distance-helper\//],
  ["map", /\/src\/features\/coverage-map\//],
  // Of all visitors' pages only my booking has a ledger.
  ["ledger", /\/src\/features\/milestones\/ledger\.tsx$/],
  [
    "sizing",
    /\/src\/((business|content)\/sizing\/(?!systems|stored-answers)|site\/recommendation\/)/,
  ],
  // The home page and the recommendation need no more than these of what few islands need.
  ["site", /\/((use-)?price-book|generator-option)\.ts$|\/messages\/pricing_data_failed\.js$/],
  // The home page's script shows a booking by them, without React.
  ["dates", /\/(src\/lib\/dates|src\/features\/booking-strip\/strip|calendar)\.(ts|json)$/],
];
// Vite's preload helper has a file of its own, because pages without React load it too.
const IS_LEFT = /\.(css|jpg|png|svg|webp|woff2|mp4|webm)(\?|$)|\?page$|preload-helper/;

const PUBLIC = /\/src\/(site|pages|layouts)\//;
const APPLICATION = /\/src\/(app|staff)\//;
const AREA = /\/src\/(?:app\/([\w-]+)|(staff))\//;
/** Of fewer islands, a module stands in a file that not all islands load. */
const OFTEN = 2;
const STAFF_AT_FIRST = /\/(staff-app|sign-in-screen)\.tsx$/;

type Module = {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
  isEntry: boolean;
  code: string | null;
};
type Graph = {
  getModuleIds: () => IterableIterator<string>;
  getModuleInfo: (id: string) => Module | null;
};
type Modules = ReadonlyMap<string, Module>;

/** The name of the file of each module that several parts need. */
function sharedFiles(graph: Graph): Map<string, string> {
  const modules = new Map<string, Module>();
  for (const id of graph.getModuleIds()) {
    const module = graph.getModuleInfo(id);
    if (module) modules.set(id, module);
  }
  const shared = [...partsByModule(modules)].filter(
    ([id, parts]) => parts.size > 1 && !parts.has(id) && !IS_LEFT.test(id),
  );
  const files = new Map(shared.map(([id, parts]) => [id, fileOf(id, [...parts], modules)]));
  // Words that only modules of one file say stand in it.
  for (const [words, speakers] of speakersByWords(modules)) {
    const [file, ...others] = new Set(speakers.map((id) => files.get(id)));
    if (file && others.length === 0 && files.has(words)) files.set(words, file);
  }
  return files;
}

function fileOf(id: string, parts: readonly string[], modules: Modules): string {
  const feature = FEATURES.find(([, ids]) => ids.test(id));
  if (feature) return feature[0];
  const islands = parts.filter((part) => PUBLIC.test(part) && modules.get(part)?.isEntry).length;
  if (islands > 0) return islands < OFTEN ? "site-more" : "site";
  if (parts.some((part) => APPLICATION.test(part) && !areaOf(part))) return "app";
  return fileOfAreas(parts);
}

function fileOfAreas(parts: readonly string[]): string {
  const areas = new Set(parts.flatMap((part) => areaOf(part) ?? []));
  switch ([...areas].sort().join()) {
    case "staff":
      return parts.some((part) => STAFF_AT_FIRST.test(part)) ? "staff" : "console";
    case "payment,wizard": // its pages come after the wizard's
      return "wizard";
    default:
      return areas.size === 1 ? ([...areas][0] as string) : "app";
  }
}

function areaOf(part: string): string | undefined {
  const [, ofApp, staff] = AREA.exec(part) ?? [];
  return ofApp ?? staff;
}

function partsByModule(modules: Modules): Map<string, Set<string>> {
  const parts = new Map<string, Set<string>>();
  const add = (id: string, part: string) => {
    const known = parts.get(id) ?? new Set();
    if (known.has(part)) return;
    parts.set(id, known.add(part));
    for (const imported of importsOf(id, modules.get(id))) add(imported, part);
  };
  for (const [id, { isEntry, dynamicallyImportedIds }] of modules) {
    if (isEntry) add(id, id);
    for (const lazy of dynamicallyImportedIds) add(lazy, lazy);
  }
  return parts;
}

// A module with words imports the list of all words, but needs only those that it says.
function importsOf(id: string, module: Module | undefined): readonly string[] {
  const imported = module?.importedIds ?? [];
  const words = wordsOf(id, module);
  return words.length > 0 ? [...imported.filter((each) => !isList(each)), ...words] : imported;
}

function speakersByWords(modules: Modules): Map<string, string[]> {
  const speakers = new Map<string, string[]>();
  for (const [id, module] of modules)
    for (const words of wordsOf(id, module))
      speakers.set(words, [...(speakers.get(words) ?? []), id]);
  return speakers;
}

function wordsOf(id: string, module: Module | undefined): string[] {
  const list = module?.importedIds.find(isList);
  if (!list || id.includes("/paraglide/")) return [];
  const said = new Set([...(module?.code ?? "").matchAll(/\bm\.(\w+)/g)].map(([, name]) => name));
  return [...said].map((name) => list.replace(/\.js$/, `/${name}.js`));
}

const isList = (id: string) => id.endsWith("/paraglide/messages.js");

let files = new Map<string, string>();

const splitting = {
  name: "standby:script-files",
  applyToEnvironment: ({ name }: { name: string }) => name === "client",
  // By a plugin, because Astro hands only a part of the client's settings on to Vite.
  configEnvironment: (name: string) =>
    name === "client" ? { build: { rolldownOptions: SPLIT } } : undefined,
  buildEnd(this: Graph) {
    files = sharedFiles(this);
  },
};

const SPLIT = {
  // What a part exports may stand in a file with more.
  preserveEntrySignatures: "allow-extension" as const,
  output: {
    codeSplitting: {
      groups: [
        { name: (id: string) => files.get(id) ?? null, includeDependenciesRecursively: false },
      ],
    },
  },
};

/** Cuts the browser's scripts when the site is built. */
export const scriptFiles: AstroIntegration = {
  name: "standby:script-files",
  hooks: {
    "astro:config:setup": ({ updateConfig }) => {
      updateConfig({ vite: { plugins: [splitting] } });
    },
  },
};
