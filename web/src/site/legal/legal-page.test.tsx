import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { legalDocuments } from "#content/legal/documents.ts";
import { plainText } from "#content/passage.ts";
import { legalData } from "#content/structured-data.ts";
import { installationAgreement } from "#texts/legal/installation-agreement.ts";
import { LegalPage } from "./legal-page.tsx";

function pageOf(document: (typeof legalDocuments)[number]): HTMLElement {
  const page = globalThis.document.createElement("div");
  page.innerHTML = renderToStaticMarkup(<LegalPage document={document} />);
  return page;
}

const squeezed = (words: string | null | undefined) => (words ?? "").replace(/\s+/g, " ");

test("the numbered clauses run from 1 to 17, the disclosure has no number", () => {
  const titles = [...pageOf(installationAgreement).querySelectorAll("summary h2")].map((title) =>
    squeezed(title.textContent),
  );

  expect(titles.slice(0, 17).map((title) => title.split(".")[0])).toEqual(
    Array.from({ length: 17 }, (_, index) => String(index + 1)),
  );
  expect(titles[17]).toBe("Regulatory disclosure");
});

test("LEGAL-01.2 the contents lead to every clause, and no reader can change the texts", () => {
  for (const document of legalDocuments) {
    const page = pageOf(document);
    for (const link of page.querySelectorAll("nav a")) {
      expect(page.querySelector(link.getAttribute("href") ?? "")?.tagName).toBe("DETAILS");
    }
    expect(page.querySelector("input, textarea, select, form, button")).toBeNull();
  }
});

test("NAV-07.4 a legal page embeds the business and says when the text was made", () => {
  const items = legalData(installationAgreement, "https://standby.example/");

  expect(items).toContainEqual(
    expect.objectContaining({
      "@type": expect.arrayContaining(["LocalBusiness"]),
      name: "Standby",
    }),
  );
  expect(items.at(-1)).toMatchObject({
    "@type": "WebPage",
    url: "https://standby.example/legal/installation-agreement",
    dateModified: "2025-10-18",
    version: "1.1",
  });
});

test("a table and a list become sentences where only words are wanted", () => {
  expect(plainText(["A.", { list: ["b", "c"] }, { rows: [["D", "e"]] }, { notice: "F." }])).toBe(
    "A. b c D: e. F.",
  );
});

test.each([
  ["Installation Agreement", "Version 1.1", "Last updated October 18, 2025", 18],
  ["Photo Review Policy", "Version 1.0", "Last updated October 19, 2025", 9],
  ["Privacy Policy", "", "Effective October 19, 2025", 15],
  ["Terms of Use", "", "Effective October 19, 2025", 18],
])(
  "LEGAL-01.1 the head of the %s: %s, %s, and its clauses open to read",
  (name, version, dated, count) => {
    const document = legalDocuments.find((each) => each.name === name);
    if (!document) throw new Error(name);
    const page = pageOf(document);
    const words = squeezed(page.querySelector("header")?.textContent);

    expect(words).toContain(version);
    expect(words).toContain(dated);
    expect(page.querySelectorAll("details[id][open]")).toHaveLength(count);
    expect(page.querySelectorAll("details[id]")).toHaveLength(count);
  },
);
