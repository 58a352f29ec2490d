import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { hasWebAddress } from "#lib/web-address.ts";

type Case = { typed: string; linked: boolean };
const file = readFileSync("../contract/web-address-cases.json", "utf8");
const golden: { cases: Case[] } = JSON.parse(file);

test.each(golden.cases)("$typed is read as on the server", ({ typed, linked }) => {
  expect(hasWebAddress(typed)).toBe(linked);
});
