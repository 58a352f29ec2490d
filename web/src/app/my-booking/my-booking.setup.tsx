/** Renders /my-booking with a mock server, for its tests. */
import { screen } from "@testing-library/react";
import { HttpResponse, http, type JsonBodyType } from "msw";
import { beforeEach } from "vitest";
import type { Money, MyBooking } from "#api/my-booking.ts";
import {
  AVAILABILITY,
  aBooking,
  CANCELLATION,
  CONSENTS,
  DOCUMENTS,
  MESSAGES,
  PROPOSAL_CONTENTS,
  someMoney,
} from "#fixtures/my-booking.ts";
import { renderInApp } from "#fixtures/render-in-app.tsx";
import { removeSession } from "#lib/storage.ts";
import { serving } from "#test-support.ts";
import MyBookingApp from "./my-booking-app.tsx";

type Sent = { path: string; body: unknown; key: string | null };

/** Requests the page sent, in order. */
export const sent: Sent[] = [];
export const server = serving();

beforeEach(() => {
  sent.length = 0;
  for (const operation of ["reschedule", "cancel", "payment"])
    removeSession(`attempt:${operation}`);
  history.replaceState(null, "", `/my-booking?order=${aBooking().id}`);
});

export const answers = (path: string, body: JsonBodyType) =>
  server.use(http.get(`*/api${path}`, () => HttpResponse.json(body)));

/** Set the response to a POST; the request is recorded in `sent`. */
export const mockPost = (path: string, respond: () => Response) =>
  server.use(
    http.post(`*/api${path}`, async ({ request }) => {
      sent.push({
        path: new URL(request.url).pathname,
        body: await request.json(),
        key: request.headers.get("Idempotency-Key"),
      });
      return respond();
    }),
  );

/** Serve every request of the page. */
export function serveParts(booking: Partial<MyBooking> = {}, money: Partial<Money> = {}) {
  answers("/my-booking", aBooking(booking));
  answers("/my-booking/money", someMoney(money));
  answers("/my-booking/documents", DOCUMENTS);
  answers("/my-booking/proposal", PROPOSAL_CONTENTS);
  answers("/my-booking/messages", MESSAGES);
  answers("/my-booking/consents", CONSENTS);
  answers("/my-booking/cancellation", CANCELLATION);
  answers("/availability", AVAILABILITY);
}

export async function showBooking(booking: Partial<MyBooking> = {}, money: Partial<Money> = {}) {
  serveParts(booking, money);
  renderInApp(<MyBookingApp />);
  await screen.findByRole("heading", { name: "Hello, Ada." });
}

export const part = (name: string) => screen.findByRole("region", { name });
