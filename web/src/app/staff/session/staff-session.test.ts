import { expect, test } from "vitest";
import { signIn } from "#api/staff-auth.ts";
import {
  accessToken,
  addRequiredAction,
  completeRequiredAction,
  hasOtherToken,
  onStaffState,
  signOut,
  staffState,
} from "#api/staff-session.ts";
import { readLocal, readSession } from "#lib/storage.ts";
import { serveStaff } from "../staff.setup.tsx";
import {
  aSession,
  authSays,
  JO,
  jsonResponse,
  mockAuth,
  requests,
  serveSignedIn,
} from "./session.fixtures.ts";

serveStaff();
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
  expect(readSession("staff-duties")).toEqual(["keepCodes"]);

  completeRequiredAction("keepCodes");

  expect(staffState()).toMatchObject({ duties: [] });
});
