/** A Stryker checker that passes a sample of each area's mutants, chosen by the seed.
 *
 * Stryker gives it all mutants at once; it refuses the others. Kinds take turns, so that frequent
 * kinds do not crowd out the others.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative } from "node:path";

const { seed, counts, files } = JSON.parse(readFileSync("sample.json", "utf8"));

function chance({ fileName, location, mutatorName, replacement }) {
  const named = [seed, relative(".", fileName), location, mutatorName, replacement];
  return createHash("sha256").update(JSON.stringify(named)).digest("hex");
}

function chosenOf(area, mutants) {
  const found = mutants
    .filter((mutant) => !mutant.static && files[area].includes(relative(".", mutant.fileName)))
    .map((mutant) => ({ id: mutant.id, kind: mutant.mutatorName, chance: chance(mutant) }))
    .sort((one, other) => (one.chance < other.chance ? -1 : 1));
  const turns = {};
  for (const each of found) {
    each.turn = turns[each.kind] = (turns[each.kind] ?? 0) + 1;
  }
  // Stable sort: within one turn, the random order stays.
  return found.sort((one, other) => one.turn - other.turn).slice(0, counts[area]);
}

class Sample {
  async init() {}

  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants) {
    const chosen = Object.keys(counts).flatMap((area) => chosenOf(area, mutants));
    const ids = new Set(chosen.map(({ id }) => id));
    const refused = { status: "compileError", reason: "not in the sample" };
    return Object.fromEntries(
      mutants.map(({ id }) => [id, ids.has(id) ? { status: "passed" } : refused]),
    );
  }
}

export const strykerPlugins = [{ kind: "Checker", name: "sample", injectableClass: Sample }];
