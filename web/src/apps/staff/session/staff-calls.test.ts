import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Problem, unwrap } from "#lib/api/client.ts";
import { askForFactorBy, staff, staffFile } from "#lib/api/staff.ts";
import { showCode, signIn } from "#lib/api/staff-auth.ts";
import { openStaffSession, signOut, staffState } from "#lib/api/staff-session.ts";
import { refused, server, serveStaff } from "../staff.setup.tsx";
import { aSession, authAnswers, serveNobody, told } from "./session.fixtures.ts";

serveStaff();

let bearers: (string | null)[] = [];
const me = () => unwrap(staff.GET("/api/staff/me"));

/** One answer after the other; the last one stays. */
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
const fine = () => HttpResponse.json({ name: "Jo" });

beforeEach(async () => {
  bearers = [];
  serveNobody();
  await openStaffSession();
  authAnswers("post", "/token", told(aSession()));
  await signIn({ email: "jo@example.org", password: "x" });
});
afterEach(async () => {
  serveNobody();
  await signOut("local");
});

test("a call carries the token of who is signed in", async () => {
  answersInTurn(fine);

  await me();

  expect(bearers[0]).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
});

test("F5 a call that needs the second factor again asks for it, and is repeated once", async () => {
  let times = 0;
  const forget = askForFactorBy(async () => {
    times += 1;
    return true;
  });
  answersInTurn(stale, fine);

  expect(await me()).toEqual({ name: "Jo" });

  expect([times, bearers.length]).toEqual([1, 2]);
  forget();
});

test("F5 calls refused at the same time ask once", async () => {
  let [times, refusals] = [0, 0];
  server.events.on("response:mocked", () => {
    refusals += 1;
  });
  const forget = askForFactorBy(async () => {
    times += 1;
    await waitFor(() => expect(refusals).toBe(2));
    return true;
  });
  answersInTurn(stale, stale, fine);

  await Promise.all([me(), me()]);

  expect(times).toBe(1);
  forget();
});

test.each([
  ["second_factor_stale", async () => false],
  ["not_allowed", () => Promise.reject(new Error("asked"))],
])("F5 %s without it is handed on, and nothing is sent again", async (code, ask) => {
  const forget = askForFactorBy(ask);
  answersInTurn(() => refused(403, code));

  await expect(me()).rejects.toMatchObject({ code });

  expect(bearers).toHaveLength(1);
  forget();
});

test("a session that the server knows no more ends here", async () => {
  answersInTurn(() => refused(401, "staff_sign_in_needed"));

  await expect(me()).rejects.toMatchObject({ status: 401 });

  expect(staffState()).toMatchObject({ is: "out", why: "ended" });
});

test("a call that a raise overtook is sent again with the new token", async () => {
  authAnswers("post", "/factors/f1/challenge", told({ id: "c1", type: "totp" }));
  authAnswers("post", "/factors/f1/verify", told(aSession({ refresh: "raised", expiresIn: 800 })));
  answersInTurn(() => refused(401, "staff_sign_in_needed"), fine);

  const [, answer] = await Promise.all([showCode({ factorId: "f1", code: "123456" }), me()]);

  expect(answer).toEqual({ name: "Jo" });
  expect(new Set(bearers).size).toBe(2);
  expect(staffState().is).toBe("in");
});

test("what is refused with the new token too has ended", async () => {
  authAnswers("post", "/factors/f1/challenge", told({ id: "c1", type: "totp" }));
  authAnswers("post", "/factors/f1/verify", told(aSession({ refresh: "raised", expiresIn: 800 })));
  answersInTurn(() => refused(401, "staff_sign_in_needed"));

  const raise = showCode({ factorId: "f1", code: "123456" });
  await expect(me()).rejects.toMatchObject({ status: 401 });
  await raise;

  expect(staffState()).toMatchObject({ is: "out", why: "ended" });
});

test("a file comes as it is; a refusal of it is a Problem", async () => {
  server.use(http.get("*/api/staff/photos/1/large", () => HttpResponse.text("picture")));
  expect(await (await staffFile("/api/staff/photos/1/large")).text()).toBe("picture");

  server.use(http.get("*/api/staff/photos/1/large", () => refused(404, "photo_unknown")));
  const problem = await staffFile("/api/staff/photos/1/large").catch((thrown: unknown) => thrown);
  expect(problem).toBeInstanceOf(Problem);
  expect(problem).toMatchObject({ code: "photo_unknown", status: 404 });
});
