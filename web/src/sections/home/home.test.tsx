import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Picture } from "#lib/pictures.ts";
import { Benefits } from "./benefits.tsx";
import { Contact } from "./contact.tsx";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { PriceExample } from "./price-example.tsx";
import { Stories } from "./stories.tsx";

const PICTURE: Picture = { sources: [], src: "/house.jpg", width: 16, height: 9 };

test("HOME-02 the hero: headline, price, address box, a number to call and to text", () => {
  render(
    <Hero picture={PICTURE}>
      <input aria-label="Address" />
    </Hero>,
  );

  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Home Generator Installation");
  expect(screen.getByText(/starting at/).textContent).toBe("starting at $4,990");
  expect(screen.getByRole("textbox", { name: "Address" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "(713) 555-0142" }).getAttribute("href")).toBe(
    "tel:+17135550142",
  );
  expect(screen.getByRole("link", { name: "text" }).getAttribute("href")).toBe("sms:+17135550142");
});

test("HOME-01 the sections stand under their anchors", () => {
  const { container } = render(
    <>
      <Hero picture={PICTURE} />
      <Benefits picture={PICTURE} />
      <HowItWorks />
      <PriceExample />
      <Stories before={PICTURE} after={PICTURE} />
      <Contact picture={PICTURE} />
    </>,
  );
  const anchors = [...container.querySelectorAll("[id]")].map((section) => section.id);

  expect(anchors).toEqual([
    "quote",
    "benefits",
    "how-it-works",
    "pricing",
    "pricing-clarity",
    "stories",
    "contact",
  ]);
});

test("HOME-01 three benefits: flat-rate distance, permits and inspections, start to power-on", () => {
  render(<Benefits picture={PICTURE} />);
  expect(screen.getAllByRole("heading", { level: 3 }).map((title) => title.textContent)).toEqual([
    "Flat-rate distance pricing",
    "Permits and inspections included",
    "Start to power-on",
  ]);
});

test("HOME-05 the price example adds up as the specification says", () => {
  render(<PriceExample />);
  for (const price of ["$4,990", "$6,979", "$575", "$150", "$12,694"]) {
    expect(screen.getByText(price)).toBeTruthy();
  }
});
