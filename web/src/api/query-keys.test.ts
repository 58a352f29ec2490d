/** A query that is named in two places is loaded twice, or not loaded again after a change. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const FILES = globSync("src/**/*.{ts,tsx}").filter((file) => !/-keys\.(test\.)?ts$/.test(file));
const WRITTEN =
  /queryKey: ?\[(?!.*\] satisfies Key\b)|Quer(y|ies)Data\(\[(?!.*\] satisfies Key\b)|queryKey\[\d/;

const writesKeys = (code: string) => WRITTEN.test(code);

test("each query is named by staff's table of keys or by the type of visitors' keys", () => {
  expect(FILES.length).toBeGreaterThan(500);
  expect(FILES.filter((file) => writesKeys(readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  ['useQuery({ queryKey: ["orders", id] })', true],
  ['queries.invalidateQueries({ queryKey: ["orders"] })', true],
  ['queries.setQueryData(["me", id], me)', true],
  ['queries.getQueriesData(["me"])', true],
  ["queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === name })", true],
  ['useQuery({ queryKey: ["price-book"] satisfies Key })', false],
  ["useQuery({ queryKey: staffKeys.order.of(id) })", false],
])("of %s it says %s", (code, isWritten) => {
  expect(writesKeys(code)).toBe(isWritten);
});
