import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { checkedPeople, type People, thePeople } from "#content/people.ts";
import { hrefOf } from "#test-support.ts";
import { Reviews, WhoComes } from "./people.tsx";
import { Stories } from "./stories.tsx";

const REVIEW = {
  text: "It started before I found the flashlight.",
  name: "Test Customer",
  city: "Katy",
  finished: "2026-03-05",
  price_cents: 12_694_77,
};
const PEOPLE: People = {
  license_lookup: { name: "TDLR", url: "https://www.tdlr.texas.gov/LicenseSearch/" },
  team: [{ name: "Test Person", role: "Master electrician", picture: "a.jpg", license: "TECL 1" }],
  insurance: { insurer: "Test Mutual", certificate_url: "/certificate.pdf" },
  founder: { name: "Test Founder" },
  reviews: [REVIEW],
};

test("PROOF-01.1 who comes, with picture, license and its look-up, and the insurance", () => {
  render(<WhoComes people={PEOPLE} pictures={{ "a.jpg": "/a.hash.jpg" }} />);

  expect(screen.getByRole("heading", { name: "Test Person" })).toBeTruthy();
  expect(screen.getByRole("img", { name: "Test Person" }).getAttribute("src")).toBe("/a.hash.jpg");
  expect(hrefOf("Check this license at TDLR")).toBe("https://www.tdlr.texas.gov/LicenseSearch/");
  expect(screen.getByText(/Insured by Test Mutual/)).toBeTruthy();
  expect(hrefOf("Certificate")).toBe("/certificate.pdf");
});

test("PROOF-01.1 the founder's note is signed by the market's founder", () => {
  render(<Stories diagnosticHref="#diagnostic" people={PEOPLE} />);

  expect(screen.getByText(/Test Founder/)).toBeTruthy();
});

test("PROOF-01.2 a review stands with its day and price; without any the policy stands", () => {
  render(<Stories diagnosticHref="#diagnostic" people={PEOPLE} />);

  expect(screen.getByText(REVIEW.text)).toBeTruthy();
  expect(screen.getByText("Test Customer, Katy · Thursday, March 5, 2026 · $12,694")).toBeTruthy();
  expect(screen.getByText(/none removed\.$/)).toBeTruthy();
});

test("PROOF-01.2 PROOF-01.3 the example market names nobody, so only the policy shows", () => {
  const { container } = render(
    <>
      <WhoComes />
      <Reviews />
    </>,
  );
  expect(container.textContent).toBe("");

  render(<Stories diagnosticHref="#diagnostic" />);
  expect(screen.getByText(/none removed\. The first ones will appear here\./)).toBeTruthy();
  expect(thePeople.team).toEqual([]);
});

test.each([
  ["day", { finished: "" }],
  ["price", { price_cents: 0 }],
])("PROOF-01.2 a review without its %s is refused", (_, change) => {
  expect(() => checkedPeople({ ...PEOPLE, reviews: [{ ...REVIEW, ...change }] })).toThrow(
    /needs text, name, day and price/,
  );
});
