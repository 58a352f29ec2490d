import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { api } from "#lib/api/client.ts";
import { serving } from "#test-support.ts";

const server = serving();

test("a call's address has its parts filled in and its questions written out", async () => {
  let requestedUrl = "";
  server.use(
    http.get("*/api/coverage-check", ({ request }) => {
      requestedUrl = request.url;
      return HttpResponse.json({});
    }),
  );

  await api.GET("/api/coverage-check", { params: { query: { address: "1 Main St & Oak, TX" } } });

  expect(requestedUrl).toMatch(/\/api\/coverage-check\?address=1\+Main\+St\+%26\+Oak%2C\+TX$/);
});

test("what is sent is JSON, with the headers the call asks for", async () => {
  let got = {};
  server.use(
    http.put("*/api/wizard-sessions/:id", async ({ request, params }) => {
      got = {
        id: params.id,
        type: request.headers.get("Content-Type"),
        body: await request.json(),
      };
      return HttpResponse.json({});
    }),
  );

  await api.PUT("/api/wizard-sessions/{session_id}", {
    params: { path: { session_id: "a b" } },
    body: { current_step: 1, completed_steps: [], recovery_consent: false },
  });

  expect(got).toEqual({
    id: "a b",
    type: "application/json",
    body: { current_step: 1, completed_steps: [], recovery_consent: false },
  });
});

test("an answer without a body is no failure", async () => {
  server.use(http.get("*/api/google-maps-key", () => new HttpResponse(null, { status: 204 })));

  const { data, response } = await api.GET("/api/google-maps-key");

  expect([data, response.status]).toEqual([undefined, 204]);
});
