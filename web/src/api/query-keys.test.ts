/** A query that is named in two places is loaded twice, or not loaded again after a change. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FILES = globSync("src/**/*.{ts,tsx}").filter((file) => !/-keys\.(test\.)?ts$/.test(file));
const WRITTEN = /queryKey: ?\[|Quer(y|ies)Data\(\[|queryKey\[\d/;

const writesKeys = (code: string) => WRITTEN.test(code);

test("only the two files of keys write keys of queries", () => {
  expect(FILES.length).toBeGreaterThan(500);
  expect(FILES.filter((file) => writesKeys(readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  ['useQuery({ queryKey: ["orders", id] })', true],
  ['queries.invalidateQueries({ queryKey: ["orders"] })', true],
  ['queries.setQueryData(["me", id], me)', true],
  ['queries.getQueriesData(["me"])', true],
  ["queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === name })", true],
  ["useQuery({ queryKey: staffKeys.order.of(id) })", false],
])("of %s it says %s", (code, isWritten) => {
  expect(writesKeys(code)).toBe(isWritten);
});
