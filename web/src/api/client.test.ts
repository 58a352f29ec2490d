import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { api, createApi, fetchWithin, Problem, unwrap } from "#api/client.ts";
import { refused, serving } from "#test-support.ts";

const server = serving();

const mockPriceBook = (answer: () => Response | Promise<never>) =>
  server.use(http.get("*/api/price-book", answer));
const fetchPriceBook = (signal: AbortSignal | null = null) =>
  unwrap(api.GET("/api/price-book", { signal }));

const problemOf = async (call: Promise<unknown>): Promise<Problem> => {
  const reason = await call.catch((thrown: unknown) => thrown);
  expect(reason).toBeInstanceOf(Problem);
  return reason as Problem;
};

test("the answer's body is handed on", async () => {
  mockPriceBook(() => HttpResponse.json({ version: "1" }));
  expect(await fetchPriceBook()).toEqual({ version: "1" });
});

test("a refusal keeps its code, its fields and when to come back", async () => {
  const errors = [{ field: "customerData.email", code: "bad_email", message: "No @ in it" }];
  const body = { code: "too_many_calls", status: 429, detail: "Slow down.", errors };
  mockPriceBook(() => HttpResponse.json(body, { status: 429, headers: { "Retry-After": "7" } }));

  const problem = await problemOf(fetchPriceBook());

  expect(problem).toMatchObject({ ...body, retryAfter: 7, message: "Slow down." });
});

test.each<[string, boolean, () => Promise<unknown>]>([
  ["a POST with a key", true, () => unwrap(api.POST("/api/my-booking/cancel", CANCEL))],
  ["a POST that is taken once by what it asks for", true, () => decline({ isRepeatable: true })],
  ["any other POST", false, () => decline()],
  ["a PUT", true, () => unwrap(api.PUT("/api/my-booking/review", { body: REVIEW }))],
  ["a DELETE", true, () => unwrap(api.DELETE("/api/my-booking/photos/{photo_id}", PHOTO))],
])("RUN-08.10 %s may be sent again by itself: %s", async (_, isRepeatable, call) => {
  server.use(http.all("*/api/*", () => refused(503, "busy")));
  expect(await problemOf(call())).toMatchObject({ code: "busy", isRepeatable });
});

const CANCEL = {
  params: { header: { "Idempotency-Key": "k".repeat(20) } },
  body: { refund_cents: 0, retained_cents: 0, owed_cents: 0, reason: "" },
};
const REVIEW = { stars: 5, text: "Quiet.", shown_name: "Ada L.", consent: true as const };
const PHOTO = { params: { path: { photo_id: "p1" } } };

const decline = (options?: { isRepeatable: boolean }) =>
  unwrap(
    api.POST("/api/custom-quotes/{token}/decline", {
      params: { path: { token: "t" } },
      body: { version: 1, reason: "" },
    }),
    options,
  );

test("an answer that is no problem document is still a problem", async () => {
  mockPriceBook(() => new HttpResponse("<html>", { status: 502 }));
  expect(await problemOf(fetchPriceBook())).toMatchObject({
    code: "unknown",
    status: 502,
    errors: [],
  });
});

test("no answer at all is offline", async () => {
  mockPriceBook(() => HttpResponse.error());
  expect(await problemOf(fetchPriceBook())).toMatchObject({ code: "offline", status: 0 });
});

test("a call that takes too long is a timeout", async () => {
  mockPriceBook(() => new Promise<never>(() => {}));
  const hurried = createApi(fetchWithin(20));
  expect(await problemOf(unwrap(hurried.GET("/api/price-book")))).toMatchObject({
    code: "timeout",
  });
});

test("a call that its caller gives up is aborted, however long it might take", async () => {
  const leaving = new AbortController();
  mockPriceBook(() => {
    leaving.abort();
    return new Promise<never>(() => {});
  });
  expect(await problemOf(fetchPriceBook(leaving.signal))).toMatchObject({ code: "aborted" });
});
