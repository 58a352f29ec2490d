import { cleanup, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Picture } from "#lib/pictures.ts";
import { Included } from "#site/included/included.tsx";
import { QuickAnswer } from "#site/quick-answer/quick-answer.tsx";
import { hrefOf } from "#test-support.ts";
import { typicalQuote } from "#texts/value-claims.ts";
import { Benefits } from "./benefits.tsx";
import { Contact } from "./contact.tsx";
import { Hero, TrustStrip } from "./hero.tsx";
import { Faq, HowItWorks, Value } from "./sections.tsx";

const PICTURE: Picture = { sources: [], src: "/house.jpg", width: 16, height: 9 };

test("HOME-02.1 the hero: headline, price, address box, a number to call and to text", () => {
  render(
    <Hero picture={PICTURE}>
      <input aria-label="Address" />
    </Hero>,
  );

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Home Generator Installation");
  expect(screen.getByText(/starting at/).closest("p")?.textContent).toBe("starting at $4,990");
  expect(screen.getByRole("textbox", { name: "Address" })).toBeTruthy();
  expect(hrefOf("(713) 555-0142")).toBe("tel:+17135550142");
  expect(hrefOf("text")).toBe("sms:+17135550142");
});

test("HOME-01.3 three benefits, and the way to all questions", () => {
  const { container } = render(
    <>
      <Benefits picture={PICTURE} />
      <Faq count={16}>Five questions</Faq>
    </>,
  );
  const benefits = [...container.querySelectorAll("h3")].map(({ textContent }) => textContent);

  expect(benefits).toEqual([
    "Flat-rate distance pricing",
    "Permits and inspections included",
    "Start to power-on",
  ]);
  expect(hrefOf("All 16 questions")).toBe("/faq");
});

test("HOME-01.5 the trust strip: coverage, time, no markup, licensed electricians", () => {
  render(<TrustStrip />);

  const facts = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(facts).toHaveLength(4);
  for (const words of [/^183 .*ZIP/, /About a day/, /\$0 markup/, /Licensed electricians/])
    expect(facts.some((fact) => words.test(fact ?? ""))).toBe(true);
});

test("HOME-08 the claims, and the source of one once an operator recorded it", () => {
  const { source } = typicalQuote;
  const { container } = render(<Value />);
  const page = container.textContent;
  const claims = [/2–3% resale lift/, /2–5% insurance credit/, /7\+ hours/, /\$16–20k/];
  for (const claim of [...claims, /\$12,694/]) expect(page).toMatch(claim);
  expect(screen.queryByText(/^Source:/)).toBeNull();
  expect(screen.getAllByText("Our estimate")).toHaveLength(4);
  cleanup();

  typicalQuote.source = "A survey, 2025";
  render(<Value />);
  expect(screen.getByText("Source: A survey, 2025")).toBeTruthy();
  typicalQuote.source = source;
});

test("HOME-01.4 the last call: ways to us, and how the $9 is booked", () => {
  render(<Contact picture={PICTURE} />);

  const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(hrefs.slice(0, 3)).toEqual([
    "/installation-wizard",
    "tel:+17135550142",
    "sms:+17135550142",
  ]);
  expect(screen.getByRole("heading", { name: "Book a $9 diagnostic" })).toBeTruthy();
  expect(hrefOf("Choose a day and pay online")).toBe("/diagnostic");
});

test("EVT-01.5 the photo checklist's link is told as sample_checklist_clicked", () => {
  render(<HowItWorks />);

  const checklist = screen.getByRole("link", { name: "Sample photo checklist" });
  expect(checklist.getAttribute("href")).toBe("/legal/photo-review-policy#shots");
  expect(checklist.dataset.event).toBe("sample_checklist_clicked");
});

test("EVT-01.5 HOME-07.1 HOME-07.2 $5,990 base, two amounts struck through", () => {
  render(<QuickAnswer />);

  expect(screen.getAllByText("$5,990").length).toBeGreaterThan(0);
  for (const amount of ["$590", "$450"]) expect(screen.getByText(amount).closest("s")).toBeTruthy();
  expect(screen.getAllByText("Included")).toHaveLength(2);
  const link = screen.getByRole("link", { name: "Get an Instant Price" });
  expect(link.getAttribute("href")).toBe("/installation-wizard");
  expect(link.dataset.event).toBe("get_instant_price_clicked");
});

test.each([
  ["3-inch concrete pad", "$399"],
  ["26R battery", "$69.74"],
  ["Whole-house surge protector", "$124.99"],
  ["Smart management module, 100 A", "$291.99"],
])("HOME-07.3 %s is included, its %s struck through", (name, value) => {
  render(<Included />);

  const part = screen.getByText(name).closest("li");

  expect(part?.querySelector("s")?.textContent).toContain(value);
  expect(part?.textContent).toContain("Included");
});

test("the automatic transfer switch costs $0", () => {
  render(<Included />);

  expect(screen.getByText("Automatic transfer switch").closest("li")?.textContent).toContain("$0");
});

test("PRICE-02.1 what is not included stands beside what is", () => {
  render(<Included />);

  expect(screen.getByText(/^Not included: gas-meter upgrade, panel replacement/)).toBeTruthy();
});
