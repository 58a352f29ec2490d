import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { Problem, unwrap } from "#api/client.ts";
import { setFactorPrompt, staff, staffFile } from "#api/staff.ts";
import { showCode } from "#api/staff-auth.ts";
import { staffState } from "#api/staff-session.ts";
import { refused, server, serveStaff } from "../staff.setup.tsx";
import { aSession, jsonResponse, mockAuth, serveSignedIn } from "./session.fixtures.ts";

serveStaff();
serveSignedIn();

let bearers: (string | null)[] = [];
const me = () => unwrap(staff.GET("/api/staff/me"));

// The last response repeats.
function answersInTurn(...answers: (() => Response)[]) {
  server.use(
    http.get("*/api/staff/me", ({ request }) => {
      bearers.push(request.headers.get("Authorization"));
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer?.() ?? HttpResponse.error();
    }),
  );
}

const stale = () => refused(403, "second_factor_stale");
const ended = () => refused(401, "staff_sign_in_needed");
const fine = () => HttpResponse.json({ name: "Jo" });

beforeEach(() => {
  bearers = [];
});

test("a call carries the token of who is signed in", async () => {
  answersInTurn(fine);

  await me();

  expect(bearers[0]).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
});

test("F5 a call that needs the second factor again asks for it, and is repeated once", async () => {
  let times = 0;
  const unregister = setFactorPrompt(async () => {
    times += 1;
    return true;
  });
  answersInTurn(stale, fine);

  expect(await me()).toEqual({ name: "Jo" });

  expect([times, bearers.length]).toEqual([1, 2]);
  unregister();
});

test("F5 calls refused at the same time ask once", async () => {
  let [times, refusals] = [0, 0];
  server.events.on("response:mocked", () => {
    refusals += 1;
  });
  const unregister = setFactorPrompt(async () => {
    times += 1;
    await waitFor(() => expect(refusals).toBe(2));
    return true;
  });
  answersInTurn(stale, stale, fine);

  await Promise.all([me(), me()]);

  expect(times).toBe(1);
  unregister();
});

test.each([
  ["second_factor_stale", async () => false],
  ["not_allowed", () => Promise.reject(new Error("asked"))],
])("F5 %s without it is handed on, and nothing is sent again", async (code, prompt) => {
  const unregister = setFactorPrompt(prompt);
  answersInTurn(() => refused(403, code));

  await expect(me()).rejects.toMatchObject({ code });

  expect(bearers).toHaveLength(1);
  unregister();
});

test("a session that the server knows no more ends here", async () => {
  answersInTurn(ended);

  await expect(me()).rejects.toMatchObject({ status: 401 });

  expect(staffState()).toMatchObject({ is: "out", why: "ended" });
});

test.each([
  ["is sent again with the new token", [ended, fine], "in"],
  ["has ended where the new token is refused too", [ended], "out"],
])("a call that a raise overtook %s", async (_, change, is) => {
  mockAuth("post", "/factors/f1/challenge", jsonResponse({ id: "c1", type: "totp" }));
  mockAuth(
    "post",
    "/factors/f1/verify",
    jsonResponse(aSession({ refresh: "raised", expiresIn: 800 })),
  );
  answersInTurn(...change);

  const raise = showCode({ factorId: "f1", code: "123456" });
  const answer = await me().catch(({ status }) => status);
  await raise;

  expect(answer).toEqual(is === "in" ? { name: "Jo" } : 401);
  expect(new Set(bearers).size).toBe(2);
  expect(staffState().is).toBe(is);
});

test("a file comes as it is; a refusal of it is a Problem", async () => {
  server.use(http.get("*/api/staff/photos/1/large", () => HttpResponse.text("picture")));
  expect(await (await staffFile("/api/staff/photos/1/large")).text()).toBe("picture");

  server.use(http.get("*/api/staff/photos/1/large", () => refused(404, "photo_unknown")));
  const problem = await staffFile("/api/staff/photos/1/large").catch((thrown: unknown) => thrown);
  expect(problem).toBeInstanceOf(Problem);
  expect(problem).toMatchObject({ code: "photo_unknown", status: 404 });
});
