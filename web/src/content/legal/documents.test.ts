import { expect, test } from "vitest";
import { plainText } from "#content/passage.ts";
import { installationAgreement as agreement } from "#texts/legal/installation-agreement.ts";
import { photoReviewPolicy as photos } from "#texts/legal/photo-review-policy.ts";
import { privacyPolicy as privacy } from "#texts/legal/privacy-policy.ts";
import { termsOfUse as terms } from "#texts/legal/terms-of-use.ts";
import { legalDocuments, repeatedUnderTerms } from "./documents.ts";
import type { LegalDocument } from "./legal-document.ts";

const clausesOf = ({ clauses, disclosure }: LegalDocument) =>
  disclosure ? [...clauses, disclosure] : clauses;

const wordsOf = (document: LegalDocument): string =>
  [
    document.lead,
    ...document.inShort,
    ...clausesOf(document).map(({ title, text }) => `${title} ${plainText(text)}`),
  ].join(" ");

test("LEGAL-01.1 only the agreement has a disclosure, the regulatory one", () => {
  expect(legalDocuments.filter(({ disclosure }) => disclosure)).toEqual([agreement]);
  expect(agreement.disclosure?.title).toBe("Regulatory disclosure");
});

test("the anchors of a document are its own and stable words", () => {
  for (const document of legalDocuments) {
    const ids = clausesOf(document).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  }
});

test("whoever is sent on to a clause finds it, under the number that was named", () => {
  for (const document of legalDocuments) {
    for (const { label, href } of clausesOf(document).flatMap(({ see = [] }) => see)) {
      const [path, anchor] = href.split("#");
      const target = legalDocuments.find((other) => other.path === path);
      expect(target, href).toBeDefined();
      const number = label.match(/(?:clause|item) (\d+)/i)?.[1];
      if (number) expect(target?.clauses[Number(number) - 1]?.id, href).toBe(anchor);
    }
  }
});

test("a clause named inside the agreement is the one that is meant", () => {
  const title = (number: number) => agreement.clauses[number - 1]?.title;

  expect(title(5)).toBe("Your price, tax and permit fee");
  expect(title(6)).toBe("Photo review and changes");
  expect(title(7)).toBe("The $100 reservation fee and the $9 diagnostic");
  expect(title(9)).toBe("Your right to cancel");
  expect(title(15)).toBe("Warranties");
});

test("LEGAL-01.3 the addresses under /terms show the agreement and the photo policy", () => {
  expect(repeatedUnderTerms.installation).toBe(agreement);
  expect(repeatedUnderTerms["photo-review"]).toBe(photos);
});

/** Facts each document must state. */
const FACTS: [fact: string, RegExp, LegalDocument[]][] = [
  ["milestones", /25%.{0,80}50%.{0,80}25%/, [agreement, terms]],
  ["card payments add 3%", /3%[^.]*milestone|add 3%/, [agreement, terms]],
  ["as far as the law allows", /law (in force that day )?allows it/, [agreement, terms]],
  ["no surcharge on a debit card", /debit cards and prepaid cards carry no surcharge/, [agreement]],
  [
    "nor on the reservation fee",
    /never (does|to the reservation fee)|reservation fee never does/,
    [agreement, terms],
  ],
  ["late fee", /1\.5% per month/, [agreement]],
  ["full refund", /within 3 business days of signing/, [agreement, terms]],
  [
    "later cancellation",
    /10%.{0,30} plus (the )?(costs already incurred|incurred costs)/,
    [agreement, terms],
  ],
  ["the notice of the law", /MIDNIGHT OF THE THIRD BUSINESS DAY/, [agreement]],
  ["reservation fee", /\$100/, [agreement, photos, terms]],
  ["diagnostic", /\$9 diagnostic/, [agreement, terms]],
  ["credited within 30 days", /within 30 days/, [agreement, terms]],
  ["credited in full", /100%/, [agreement, terms]],
  ["an unapproved change", /more than 15%/, [agreement, photos, terms]],
  ["no refund when late", /less than 24 hours before/, [agreement, terms]],
  ["credit when in time", /24 hours or more before/, [agreement, terms]],
  ["rescheduling", /free up to 48 hours before/, [agreement, terms]],
  ["sales tax on the generator", /8\.25%/, [agreement, terms]],
  ["arrival windows", /8:30 AM – 12:30 PM (or|and) 1:00 PM – 5:00 PM/, [agreement, terms]],
  ["offered days", /15 (days )?to 45 days/, [agreement, terms]],
  ["lead time", /4–6 weeks.{0,60}2–4 weeks/, [agreement]],
  ["photos after a reservation", /5 (guided )?photos/, [agreement, photos]],
  ["photos of the form", /10–20 photos/, [photos]],
  ["formats", /PNG, JPG or HEIC/, [photos]],
  ["photo size", /at most 10 MB; larger photos are compressed/, [photos]],
  ["video", /optional, 30–60 seconds/, [photos]],
  ["turnaround", /24–48 business hours/, [agreement, photos]],
  ["manufacturer's warranty", /typically 5 years/, [agreement, terms]],
  ["workmanship", /12 months/, [agreement, terms]],
  ["arbitration", /over \$10,000 is decided by binding arbitration/, [agreement, terms]],
  ["law and venue", /Texas law applies, and the venue is Montgomery County/, [agreement, terms]],
  ["site liability", /limited to \$100/, [terms]],
  ["retention", /up to 5 years/, [photos, privacy]],
  ["homeowners' associations", /202\.019/, [agreement]],
  ["licence and regulator", /TECL.*Texas Department of Licensing and Regulation/, [agreement]],
  ["opt-out words", /STOP, QUIT, END, REVOKE, OPT OUT, CANCEL or UNSUBSCRIBE/, [privacy]],
  ["Spanish opt-out words", /ALTO and PARAR/, [privacy]],
  ["opt-out time", /within 10 business days/, [privacy]],
  ["Global Privacy Control", /Global Privacy Control/, [privacy]],
  ["Texas privacy law", /Texas Data Privacy and Security Act/, [privacy]],
  ["its answer", /within 45 days/, [privacy]],
];

test.each(FACTS)("the figures stand where they belong: %s", (_fact, pattern, documents) => {
  for (const document of documents) expect(wordsOf(document), document.name).toMatch(pattern);
});

/** Every amount, percentage and period that may occur; any other would contradict our terms. */
const ALLOWED = {
  dollars: ["$9", "$100", "$4,990", "$10,000"],
  percent: ["1.5%", "3%", "8.25%", "10%", "15%", "25%", "50%", "100%"],
  years: ["4 years", "5 years"],
  months: ["12 months"],
  hours: ["8 hours", "24 hours", "48 hours"],
};

/** The same for days, by document: 90 days applies to unfinished bookings only. */
const DAYS_OF: Record<string, string[]> = {
  "Installation Agreement": ["15 days", "30 days", "45 days", "60 days"],
  "Photo Review Policy": [],
  "Privacy Policy": ["30 days", "45 days", "60 days", "90 days"],
  "Terms of Use": ["30 days", "45 days"],
};

test.each(legalDocuments)("no text contradicts the figures: $name", (document) => {
  const words = wordsOf(document);
  const matches = (pattern: RegExp) => [...new Set(words.match(pattern) ?? [])];

  expect(ALLOWED.dollars).toEqual(expect.arrayContaining(matches(/\$\d+(?:,\d{3})*/g)));
  expect(ALLOWED.percent).toEqual(expect.arrayContaining(matches(/\d[\d.]*%/g)));
  expect(ALLOWED.years).toEqual(expect.arrayContaining(matches(/\d+ years/g)));
  expect(ALLOWED.months).toEqual(expect.arrayContaining(matches(/\d+ months/g)));
  expect(ALLOWED.hours).toEqual(expect.arrayContaining(matches(/(?<!–)\b\d+ hours/g)));
  expect(DAYS_OF[document.name]).toEqual(expect.arrayContaining(matches(/\b\d+ days/g)));
});

test.each(legalDocuments)(
  "no filler is left in $name, nor is a text of CANCEL asked for",
  (one) => {
    expect(wordsOf(one)).not.toMatch(/(text|reply)( us)? CANCEL/i);
    expect(wordsOf(one)).not.toMatch(/lorem|ipsum|tbd|todo|placeholder|\[[^\]]*\]|undefined/i);
  },
);

test.each([
  "name",
  "email",
  "mobile",
  "project address",
  "homeowner or the decision maker",
  "can place a stake or flag",
  "10 slots",
  "30–60 seconds",
  "notes",
  "consent checkbox",
])("the policy tells the upload form's %s", (part) => {
  expect(wordsOf(photos).toLowerCase()).toContain(part);
});
