import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { api, Problem, unwrap } from "#api/client.ts";
import { serving } from "#test-support.ts";

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
  expect(await problemOf(fetchPriceBook(AbortSignal.timeout(20)))).toMatchObject({
    code: "timeout",
  });
});
