import { readFileSync } from "node:fs";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { bandLimits } from "#business/bands.ts";
import { legalDocuments } from "#content/legal/documents.ts";
import { plainText } from "#content/passage.ts";
import { faqData } from "#content/structured-data.ts";
import { hrefOf } from "#test-support.ts";
import { faqGroups } from "#texts/faq.ts";
import { FaqPage } from "./faq-page.tsx";

const answerOf = (id: string): string => {
  const question = faqGroups.flatMap(({ questions }) => questions).find((each) => each.id === id);
  if (!question) throw new Error(`No question ${id}`);
  return plainText(question.answer);
};

test("FAQ-01.1 the four groups and their topics", () => {
  const topics = faqGroups.map(({ title, questions }) => [title, questions.map(({ id }) => id)]);

  expect(topics).toEqual([
    [
      "Pricing & Process",
      ["installation-cost", "own-generator", "included", "timing", "permits-hoa"],
    ],
    ["Installation Details", ["distance", "power-off", "location", "noise"]],
    ["Technical Questions", ["service-320-400", "existing-equipment", "fuel", "sizing"]],
    ["Policies & Support", ["financing", "payments", "warranty"]],
  ]);
});

test("FAQ-01.2 FAQ-01.3 one question is open at most; 'Get My Quote' leads to the wizard", () => {
  const { container } = render(<FaqPage />);
  const questions = [...container.querySelectorAll("details")];
  const states = questions.map((each) => [each.getAttribute("name"), each.open]);

  expect(states).toEqual(Array(16).fill(["faq", false]));
  expect(hrefOf("Get My Quote")).toBe("/installation-wizard");
});

test("FACT-01.1 the FAQ leads to the outages of the area", () => {
  render(<FaqPage />);

  expect(hrefOf("Past outages in Greater Houston, with sources")).toBe("/outages");
});

test("the questions are told to search engines", () => {
  const { mainEntity } = faqData(faqGroups) as { mainEntity: { name: string }[] };

  expect(mainEntity).toHaveLength(16);
  expect(mainEntity[0]).toEqual({
    "@type": "Question",
    name: "What does the installation cost?",
    acceptedAnswer: { "@type": "Answer", text: expect.stringContaining("Up to 25 ft: $4,990.") },
  });
});

test("the prices are those of the starting data", () => {
  const seeds = JSON.parse(readFileSync("../market/houston/packages.json", "utf8"));

  const answer = answerOf("installation-cost");

  expect(seeds.packages).toHaveLength(bandLimits.length);
  for (const { price_cents } of seeds.packages) {
    expect(answer).toContain(`$${(price_cents / 100).toLocaleString("en-US")}`);
  }
  expect(answer).toContain("$4,990 + $6,979 + $575 + $150 = $12,694");
});

test.each([
  ["distance", /one step is about 3 ft.*24–48 business hours/],
  ["timing", /15 to 45 days.*4–6 weeks.*2–4 weeks.*48 hours/],
  ["permits-hoa", /202\.019.*7 kW.*10%/],
  ["location", /3 ft.*18 in.*5 ft/],
  ["service-320-400", /different transfer switch.*confirm the difference/],
  ["sizing", /22–26 kW/],
  ["payments", /\$100.*25%.*50%.*25%.*30 days.*24 hours.*3%.*3 business days.*10%/],
  ["warranty", /typically 5 years.*12 months/],
])("the answer on %s says the specification's figures", (id, figures) => {
  expect(answerOf(id)).toMatch(figures);
});

test("whoever reads on finds the clause", () => {
  const legal = faqGroups
    .flatMap(({ questions }) => questions)
    .flatMap(({ see }) => (see?.href.startsWith("/legal") ? [see.href] : []));

  expect(legal).not.toHaveLength(0);
  for (const href of legal) {
    const [path, anchor] = href.split("#");
    const target = legalDocuments.find((each) => each.path === path);
    expect(target?.clauses.map(({ id }) => id)).toContain(anchor);
  }
});

test("EVT-01.5 opening a question is told with its words, where a tracker is", async () => {
  const gtag = vi.fn();
  vi.stubGlobal("gtag", gtag);
  await import("./tell-toggles.ts");
  render(<FaqPage />);

  screen.getByText("How loud is it?").click();

  expect(gtag).toHaveBeenCalledExactlyOnceWith("event", "evt_faq_page_toggled", {
    faq_label: "How loud is it?",
  });
});
