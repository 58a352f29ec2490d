import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import type { MyBooking, MyReview } from "#api/my-booking.ts";
import { aNextStep, wayWith } from "#fixtures/my-booking.ts";
import { hrefOf, refused } from "#test-support.ts";
import { answers, part, server, showBooking } from "./my-booking.setup.tsx";

const FINISHED: Partial<MyBooking> = {
  status: "completed",
  timeline: wayWith(8),
  next_step: aNextStep("done", "Your home has standby power", "Review your installation"),
};
const NONE: MyReview = { can_be_written: true, city: "Katy", review: null };
const WRITTEN = {
  stars: 2,
  text: "Late, but it runs.",
  shown_name: "Ada L.",
  status: "waiting",
  declined_because: "",
} as const;

const written: unknown[] = [];
const accepts = (respond: () => Response) =>
  server.use(
    http.put("*/api/my-booking/review", async ({ request }) => {
      written.push(await request.json());
      return respond();
    }),
  );

test("PROOF-01.2 a finished order's review: stars, text, name to show, consent", async () => {
  answers("/my-booking/review", NONE);
  await showBooking(FINISHED);
  const review = within(await part("Your review"));
  expect(hrefOf("Review your installation")).toBe("#review");

  await userEvent.click(review.getByRole("button", { name: "Send review" }));
  expect(review.getByText("Please choose one to five stars")).toBeTruthy();
  expect(review.getByText("Please write a sentence or two")).toBeTruthy();
  expect(review.getByText("Please check this box so we can publish your review.")).toBeTruthy();

  await userEvent.click(review.getByRole("radio", { name: "2 stars" }));
  await userEvent.type(review.getByRole("textbox", { name: /Your review/ }), "Late, but it runs.");
  await userEvent.click(review.getByRole("checkbox"));
  accepts(() => HttpResponse.json(WRITTEN));
  answers("/my-booking/review", { ...NONE, review: WRITTEN });
  await userEvent.click(review.getByRole("button", { name: "Send review" }));

  expect(await review.findByText(/Until then, you can change it/)).toBeTruthy();
  expect(written).toEqual([
    { stars: 2, text: "Late, but it runs.", shown_name: "Ada L.", consent: true },
  ]);
});

test("a declined review says why, and is changed from what it was", async () => {
  const reason = "It advertises another business.";
  const declined = { ...WRITTEN, status: "declined", declined_because: reason } as const;
  answers("/my-booking/review", { ...NONE, review: declined });
  await showBooking(FINISHED);
  const review = within(await part("Your review"));
  expect(review.getByText(new RegExp(`couldn’t publish it. ${reason}`))).toBeTruthy();

  await userEvent.click(review.getByRole("button", { name: "Change it" }));
  expect(review.getByRole<HTMLInputElement>("radio", { name: "2 stars" }).checked).toBe(true);
  await userEvent.click(review.getByRole("checkbox"));
  accepts(() => refused(409, "review_published"));
  await userEvent.click(review.getByRole("button", { name: "Send review" }));

  expect(await review.findByText(/can no longer be changed/)).toBeTruthy();
});

test("a published review is read, and leads to all of them", async () => {
  answers("/my-booking/review", {
    can_be_written: false,
    city: "Katy",
    review: { ...WRITTEN, status: "published" },
  });
  await showBooking(FINISHED);

  await part("Your review");
  expect(hrefOf("See all reviews")).toBe("/reviews");
  expect(screen.queryByRole("button", { name: "Change it" })).toBeNull();
});
