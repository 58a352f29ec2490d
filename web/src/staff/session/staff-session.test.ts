import { waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { Problem, unwrap } from "#api/client.ts";
import { setFactorPrompt, staff, staffFile } from "#api/staff.ts";
import { showCode, signIn } from "#api/staff-auth.ts";
import {
  accessToken,
  addRequiredAction,
  completeRequiredAction,
  hasOtherToken,
  onStaffState,
  type SignedIn,
  signInStep,
  signOut,
  staffState,
} from "#api/staff-session.ts";
import { readLocal, readSession } from "#lib/storage.ts";
import { refused, server } from "../staff.setup.tsx";
import {
  aSession,
  authSays,
  JO,
  jsonResponse,
  mockAuth,
  requests,
  serveSignedIn,
} from "./session.fixtures.ts";

serveSignedIn({ refresh: "mine" });

const KEY = "staff-session";

const keptRefresh = () => JSON.parse(readSession<string>(KEY) ?? "{}").refresh_token;
const replyTo = (data: object) => {
  const otherTab = new BroadcastChannel(KEY);
  otherTab.postMessage(data);
  setTimeout(() => otherTab.close(), 50);
};
const when = (isSo: () => boolean) =>
  new Promise<void>((resolve) => {
    const look = () => isSo() && resolve();
    onStaffState(look);
    look();
  });

test("F5 the session stands in this tab's storage, never in the browser's", () => {
  expect(keptRefresh()).toBe("mine");
  expect(readLocal(KEY)).toBeNull();
  expect(staffState()).toMatchObject({ is: "in", level: "aal2", email: "jo@example.org" });
});

test("a new tab is told the session by its neighbours; what one renewed is kept", async () => {
  const newTab = new BroadcastChannel("staff-neighbours");
  const message = new Promise<{ session: { refresh_token: string } }>((resolve) => {
    newTab.onmessage = ({ data }) => resolve(data);
  });

  newTab.postMessage({ asks: true });

  expect((await message).session.refresh_token).toBe("mine");
  newTab.close();

  replyTo({
    event: "TOKEN_REFRESHED",
    session: aSession({ refresh: "theirs", expiresIn: 1000 }),
  });

  await when(() => keptRefresh() === "theirs");
});

test("signing out in one tab counts in all", async () => {
  replyTo({ event: "SIGNED_OUT", session: null });

  await when(() => staffState().is === "out");

  expect(staffState()).toMatchObject({ why: "ended" });
  expect(readSession(KEY)).toBeNull();
  expect(await accessToken()).toBeNull();
});

test("who has signed out takes no session from a neighbour", async () => {
  await signOut("local");
  const otherTab = new BroadcastChannel("staff-neighbours");
  otherTab.onmessage = () => otherTab.postMessage({ session: aSession() });

  const hasOther = await hasOtherToken("refused");
  otherTab.close();

  expect(hasOther).toBe(false);
});

test("a token is renewed when it is about to end, and stays when it is good", async () => {
  const good = await accessToken();
  expect(await accessToken()).toBe(good);
  expect(requests.filter(({ path }) => path === "POST /token")).toHaveLength(1);

  await signOut("local");
  mockAuth("post", "/token", jsonResponse(aSession({ refresh: "old", expiresIn: 30 })));
  await signIn(JO);
  mockAuth("post", "/token", jsonResponse(aSession({ refresh: "new" })));
  await accessToken();

  expect(keptRefresh()).toBe("new");
});

test("AUTH-01.11 F5 a session that cannot be renewed has ended", async () => {
  await signOut("local");
  mockAuth("post", "/token", jsonResponse(aSession({ refresh: "old", expiresIn: -5 })));
  await signIn(JO);
  mockAuth("post", "/token", () => authSays(400, "session_expired"));

  expect(await accessToken()).toBeNull();

  expect(staffState()).toMatchObject({ is: "out", why: "ended" });
});

test("leaving is possible without an answer from the server", async () => {
  mockAuth("post", "/logout", () => authSays(500, "unexpected_failure"));

  await signOut("global");

  expect(staffState()).toMatchObject({ is: "out", why: "signedOut" });
  expect(readSession(KEY)).toBeNull();
});

test("what is still to be done is kept over a reload, and forgotten when done", () => {
  addRequiredAction("keepCodes");
  addRequiredAction("keepCodes");
  expect(readSession("staff-required-actions")).toEqual(["keepCodes"]);

  completeRequiredAction("keepCodes");

  expect(staffState()).toMatchObject({ requiredActions: [] });
});

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

test("a file that is cut in the middle is a Problem and no file", async () => {
  server.use(http.get("*/api/staff/photos/1/large", () => HttpResponse.text("id,name")));
  vi.spyOn(Response.prototype, "blob").mockRejectedValueOnce(new TypeError("network error"));

  const problem = await staffFile("/api/staff/photos/1/large").catch((thrown: unknown) => thrown);

  expect(problem).toMatchObject({ code: "offline", status: 0 });
});

const PHONE = [{ id: "f", name: "phone" }];

const stepOf = (now: Partial<SignedIn>) =>
  signInStep({
    is: "in",
    userId: "u",
    email: "jo@example.org",
    name: "Jo",
    level: "aal1",
    factors: [],
    requiredActions: [],
    renewedAt: 0,
    ...now,
  });

test.each<[string, Partial<SignedIn>, string]>([
  ["a password alone, with a factor", { factors: PHONE }, "code"],
  ["a mailed link, with a factor", { factors: PHONE, requiredActions: ["choosePassword"] }, "code"],
  [
    "and the factor shown",
    { factors: PHONE, requiredActions: ["choosePassword"], level: "aal2" },
    "password",
  ],
  ["an invitation", { requiredActions: ["choosePassword"] }, "password"],
  ["and the password chosen", {}, "enrol"],
  [
    "the first factor confirmed",
    { factors: PHONE, level: "aal2", requiredActions: ["keepCodes"] },
    "codes",
  ],
  ["all done", { factors: PHONE, level: "aal2" }, "inside"],
])("after %s", (_, now, step) => {
  expect(stepOf(now)).toBe(step);
});
