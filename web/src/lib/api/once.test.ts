import { expect, test } from "vitest";
import { once } from "#lib/api/once.ts";
import { aProblem } from "#test-support.ts";

async function keyFor(outcome: unknown): Promise<string> {
  let used = "";
  const sending = once("payment", { method: "bank" }, async (key) => {
    used = key;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  });
  await sending.catch(() => undefined);
  return used;
}

test.each([
  ["a lost answer", true, new Error("no answer")],
  ["a fault of the server", true, aProblem("refused", 500)],
  ["a yes", false, "paid"],
  ["a refusal", false, aProblem("refused", 409)],
])("after %s the same words are the same try: %s", async (_, isSame, outcome) => {
  const first = await keyFor(outcome);

  const second = await keyFor("paid");

  expect(second === first).toBe(isSame);
});
