import { expect, test } from "vitest";
import { areas } from "./areas.ts";
import { pages } from "./pages.ts";

test("every path of the application is prerendered, and nothing else", () => {
  const paths = areas.flatMap(({ paths }) => paths).filter((path) => !path.endsWith("*"));

  expect(pages.map(({ path }) => path)).toEqual(paths);
});
