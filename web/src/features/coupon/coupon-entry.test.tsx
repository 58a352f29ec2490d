import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { afterEach, expect, test, vi } from "vitest";
import { refused, serving } from "#test-support.ts";
import { CouponEntry, type CouponJob } from "./coupon-entry.tsx";

const LINES = {
  installation_cents: 499000,
  generator_cents: 697900,
  permit_cents: 15000,
  sales_tax_cents: 57577,
  discount_cents: 121190,
  total_cents: 1148287,
};
const JOB: CouponJob = {
  location: { address: { formatted: "9 Grogans Mill Rd" }, distance: { band: "close" } },
  generator: { choice: "buy_here", product: { model_number: "7043" } },
} as CouponJob;
const CHECK = "*/api/coupons/check";
const requests: unknown[] = [];
const server = serving(
  http.post(CHECK, async ({ request }) => {
    requests.push(await request.json());
    return HttpResponse.json(LINES);
  }),
);
afterEach(() => {
  requests.length = 0;
});

const onCounted = vi.fn();
const show = (code: string | null = null) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CouponEntry job={JOB} code={code} onCounted={onCounted} />
    </QueryClientProvider>,
  );
const apply = () => userEvent.click(screen.getByRole("button", { name: "Apply" }));

test("a code is checked by the server, which says what it takes off", async () => {
  show();
  await userEvent.type(screen.getByLabelText("Code"), " spring ");
  await apply();

  expect(await screen.findByText("Your code takes $1,211 off.")).toBeTruthy();
  expect(requests).toEqual([{ code: "spring", ...JOB }]);
  expect(onCounted).toHaveBeenLastCalledWith({ code: "spring", lines: LINES });
});

test.each([
  [422, "coupon_unknown", "We don’t recognize this code. Please check the spelling."],
  [422, "coupon_expired", "This code has expired."],
  [409, "coupon_used_up", "This code has been used up."],
  [503, "busy", "We couldn’t check this code. Please try again."],
])("%i %s is told beside the field", async (status, code, words) => {
  server.use(http.post(CHECK, () => refused(status, code)));
  show();
  await userEvent.type(screen.getByLabelText("Code"), "SPRING{Enter}");

  expect(await screen.findByText(words)).toBeTruthy();
  expect(onCounted).toHaveBeenLastCalledWith(null);
});

test("a kept code is checked once; changed it counts no more, empty it asks nobody", async () => {
  show("SPRING");
  await screen.findByText("Your code takes $1,211 off.");

  await userEvent.clear(screen.getByLabelText("Code"));
  expect(screen.queryByText(/takes/)).toBeNull();
  expect(onCounted).toHaveBeenLastCalledWith(null);
  await apply();

  expect(screen.getByText("Please enter your code.")).toBeTruthy();
  expect(requests).toHaveLength(1);
});
