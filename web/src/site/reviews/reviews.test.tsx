import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { reviewsDeclinedFor } from "#business/terms.ts";
import { refused, serving } from "#test-support.ts";
import PublishedReviews from "./published-reviews.tsx";
import { Reviews } from "./reviews.tsx";

const REVIEW: Schemas["PublishedReviewOut"] = {
  stars: 2,
  text: "The crew was late, but it runs.",
  name: "Maria G.",
  city: "Katy",
  generator: "Generac 22 kW",
  price_cents: 12_694_77,
  finished_on: "2026-03-05",
};

const server = serving();
const answers = (reviews: Schemas["PublishedReviewOut"][], average: number | null) =>
  server.use(
    http.get("*/api/reviews", () =>
      HttpResponse.json({ count: reviews.length, average_stars: average, reviews }),
    ),
  );

test("PROOF-01.2 a review stands with its stars, day, generator and price", async () => {
  answers([REVIEW, { ...REVIEW, stars: 5, name: "Tom B." }], 3.5);
  render(<PublishedReviews />);

  expect(await screen.findByText("3.5 out of 5 stars, from 2 reviews")).toBeTruthy();
  expect(
    screen.getByText("Maria G., Katy · Thursday, March 5, 2026 · Generac 22 kW · $12,694"),
  ).toBeTruthy();
  expect(screen.getByText("2 out of 5 stars")).toBeTruthy();
});

test("PROOF-01.2 without reviews the policy stands, with its reasons", async () => {
  answers([], null);
  render(
    <Reviews>
      <PublishedReviews />
    </Reviews>,
  );

  expect(await screen.findByText("The first reviews will appear here.")).toBeTruthy();
  expect(screen.getByText(/as written, good or bad\. We never edit it/)).toBeTruthy();
  for (const reason of reviewsDeclinedFor) expect(screen.getByText(reason)).toBeTruthy();
});

test("reviews that did not load are asked for again", async () => {
  server.use(http.get("*/api/reviews", () => refused(503, "busy")));
  render(<PublishedReviews />);
  await screen.findByText(/The reviews didn’t load/, {}, { timeout: 15_000 });

  answers([REVIEW], 2);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));

  expect(await screen.findByText("2.0 out of 5 stars, from 1 review")).toBeTruthy();
});
