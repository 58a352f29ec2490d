/** What we promise is said in one way; the words are in terms.json of the market. */
import { globSync, readFileSync } from "node:fs";
import terms from "@market/terms.json";
import { render } from "@testing-library/react";
import { createElement } from "react";
import { expect, test } from "vitest";
import { plainText } from "#content/passage.ts";
import { NotIncluded } from "#features/distance-band/package-contents.tsx";
import { faqGroups } from "#texts/faq.ts";
import { installationAgreement } from "#texts/legal/installation-agreement.ts";

const TEXTS = [
  "src/messages/en.json",
  ...globSync("src/content/**/*.ts", { exclude: ["**/*.test.ts"] }),
  "../api/tests/messaging/messages.txt",
  ...globSync("../api/standby/documents/providers/pdf/templates/*.typ"),
].map((path) => [path, readFileSync(path, "utf8")] as const);

const MAILS = readFileSync("../api/tests/messaging/messages.txt", "utf8");

test.each(TEXTS)("FEE-01.1 the fee has no other name in %s", (_, text) => {
  expect(text).not.toMatch(/(site[- ]visit|scheduling|visit|booking) fee/i);
});

test("FEE-01.1 mails and pages name the fee as the market does", () => {
  expect(MAILS).toContain(`your ${terms.fee_name} of $100.00`);
  expect(plainText(clause("fees").text)).toContain(terms.fee_name);
});

test.each(TEXTS)("PRICE-02.4 turnaround has one wording in %s", (path, text) => {
  const spans = text.match(/24.48[^.,"]{0,15}hours|one business day/g) ?? [];
  expect(new Set(spans), path).toEqual(new Set(spans.length ? [terms.photo_review] : []));
});

test("PRICE-02.4 mails say how long taking the photos and reviewing them takes", () => {
  expect(MAILS).toContain(`It takes ${terms.photos_take}`);
  expect(MAILS).toContain(`within ${terms.photo_review}`);
  expect(MAILS).not.toMatch(/three minutes/i);
});

test.each(TEXTS)(
  "PRICE-02.4 hours, days and percents of the terms are not typed in %s",
  (path, text) => {
    // Rendered mails and what is no promise (periods of the console) aside.
    if (path.endsWith("messages.txt")) return;
    const typed = text.replace(/"preset=30": .*/, "");
    expect(typed.match(/\b(24|48) hours|\b15 ?%|By appointment/g) ?? [], path).toEqual([]);
  },
);

test("PRICE-02.1 FAQ and agreement list the same exclusions", () => {
  const included = faqGroups[0]?.questions.find(({ id }) => id === "included");
  for (const { name } of terms.not_included) {
    expect(plainText(included?.answer ?? [])).toContain(name);
    expect(plainText(clause("not-included").text)).toContain(name);
  }
});

function clause(id: string) {
  const found = installationAgreement.clauses.find((each) => each.id === id);
  if (!found) throw new Error(`no clause ${id}`);
  return found;
}

test("PRICE-02.1 step 1 lists what is not included", () => {
  render(createElement(NotIncluded));
  for (const { name } of terms.not_included)
    expect(document.body.textContent?.includes(name), name).toBe(true);
});
