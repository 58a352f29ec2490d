import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { checkedPeople, type People, thePeople } from "#content/people.ts";
import { hrefOf } from "#test-support.ts";
import { WhoComes } from "./people.tsx";
import { Stories } from "./stories.tsx";

const PEOPLE: People = {
  license_lookup: { name: "TDLR", url: "https://www.tdlr.texas.gov/LicenseSearch/" },
  team: [{ name: "Test Person", role: "Master electrician", picture: "a.jpg", license: "TECL 1" }],
  insurance: { insurer: "Test Mutual", certificate_url: "/certificate.pdf" },
  founder: { name: "Test Founder" },
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
  render(<Stories people={PEOPLE} />);

  expect(screen.getByText(/Test Founder/)).toBeTruthy();
});

test("PROOF-01.3 the example market names nobody, so only the policy of reviews shows", () => {
  const { container } = render(<WhoComes />);
  expect(container.textContent).toBe("");

  render(<Stories />);
  expect(screen.getByText(/every review from a finished order, good or bad/)).toBeTruthy();
  expect(hrefOf("Read the reviews")).toBe("/reviews");
  expect(thePeople.team).toEqual([]);
});

test("a person without a role is refused", () => {
  const nobody = { name: "Test Person", role: "" };
  expect(() => checkedPeople({ ...PEOPLE, team: [nobody] })).toThrow(/needs a name and a role/);
});
