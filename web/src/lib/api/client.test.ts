import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { api, Problem, unwrap } from "#lib/api/client.ts";
import { serving } from "#test-support.ts";

const server = serving();

const bookIs = (answer: () => Response | Promise<never>) =>
  server.use(http.get("*/api/price-book", answer));
const askBook = (signal: AbortSignal | null = null) =>
  unwrap(api.GET("/api/price-book", { signal }));

const problemOf = async (call: Promise<unknown>): Promise<Problem> => {
  const reason = await call.catch((thrown: unknown) => thrown);
  expect(reason).toBeInstanceOf(Problem);
  return reason as Problem;
};

test("the answer's body is handed on", async () => {
  bookIs(() => HttpResponse.json({ version: "1" }));
  expect(await askBook()).toEqual({ version: "1" });
});

test("a refusal keeps its code, its fields and when to come back", async () => {
  const errors = [{ field: "customerData.email", code: "bad_email", message: "No @ in it" }];
  const body = { code: "too_many_calls", status: 429, detail: "Slow down.", errors };
  bookIs(() => HttpResponse.json(body, { status: 429, headers: { "Retry-After": "7" } }));

  const problem = await problemOf(askBook());

  expect(problem).toMatchObject({ ...body, retryAfter: 7, message: "Slow down." });
});

test("an answer that is no problem document is still a problem", async () => {
  bookIs(() => new HttpResponse("<html>", { status: 502 }));
  expect(await problemOf(askBook())).toMatchObject({ code: "unknown", status: 502, errors: [] });
});

test("no answer at all is offline", async () => {
  bookIs(() => HttpResponse.error());
  expect(await problemOf(askBook())).toMatchObject({ code: "offline", status: 0 });
});

test("a call that takes too long is a timeout", async () => {
  bookIs(() => new Promise<never>(() => {}));
  expect(await problemOf(askBook(AbortSignal.timeout(20)))).toMatchObject({ code: "timeout" });
});
