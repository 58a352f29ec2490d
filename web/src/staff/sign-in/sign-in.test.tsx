import { screen, within } from "@testing-library/react";
import { http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { queryClient } from "#api/query-client.ts";
import { staffKeys } from "#api/staff-keys.ts";
import { openStaffSession, signOut } from "#api/staff-session.ts";
import { renderInApp } from "#fixtures/render-in-app.tsx";
import {
  aSession,
  authSays,
  jsonResponse,
  mockAuth,
  mockEnrolment,
  requests,
  serveNobody,
} from "../session/session.fixtures.ts";
import { answers, click, OWNER, refused, server, user } from "../staff.setup.tsx";
import StaffApp from "../staff-app.tsx";

beforeEach(async () => {
  history.replaceState(null, "", "/staff/account");
  serveNobody();
  answers("/me", OWNER);
  mockAuth("get", "/user", jsonResponse(aSession().user));
  mockAuth("get", "/factors/recovery-codes", jsonResponse({ total: 10, remaining: 9 }));
  await openStaffSession();
});
afterEach(async () => {
  serveNobody();
  await signOut("local");
});

const VERIFY = "/factors/factor-tablet/verify";
const type = (label: string, text: string) => user.type(screen.getByLabelText(label), text);
const heading = (name: string) => screen.findByRole("heading", { name, level: 1 });

async function signIn(session = aSession({ aal: "aal1" })) {
  mockAuth("post", "/token", jsonResponse(session));
  renderInApp(<StaffApp />);
  await heading("Sign in");
  await type("Email", " jo@example.org ");
  await type("Password", "correct-horse-battery");
  await click("Sign in");
}

test("F5 password, then the right code, then the screen that was wanted", async () => {
  await signIn(aSession({ aal: "aal1", factors: ["phone", "tablet"] }));
  await heading("Your second factor");
  mockAuth("post", "/factors/factor-tablet/challenge", jsonResponse({ id: "c1", type: "totp" }));
  mockAuth("post", VERIFY, () => authSays(422, "mfa_verification_failed"));
  await user.selectOptions(screen.getByLabelText("Authenticator"), "tablet");
  await type("Code", "000000");
  await click("Continue");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "This code is incorrect or was already used. Wait for the next one.",
  );
  expect(screen.getByLabelText<HTMLInputElement>("Code").value).toBe("");

  mockAuth("post", VERIFY, jsonResponse(aSession()));
  await type("Code", "123 456");
  await click("Continue");

  await heading("My account");
  expect(location.pathname).toBe("/staff/account");
  expect(requests.find(({ path }) => path === "POST /token")?.body).toMatchObject({
    email: "jo@example.org",
  });
  const shown = requests.findLast(({ path }) => path.endsWith("/verify"));
  expect(shown?.body).toMatchObject({ challenge_id: "c1", code: "123456" });
});

test("the entrance: both fields, accounts elsewhere, a forgotten password", async () => {
  const external = { email: true, phone: false, anonymous_users: true, google: true };
  mockAuth("get", "/settings", jsonResponse({ external }));
  mockAuth("post", "/recover", jsonResponse({}));
  renderInApp(<StaffApp />);
  await heading("Sign in");
  expect(await screen.findByRole("button", { name: "Sign in with Google" })).toBeTruthy();
  await click("Sign in");
  expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByText("Please enter your email address.")).toBeTruthy();
  expect(screen.getByText("Please enter your password.")).toBeTruthy();
  expect(requests.some(({ path }) => path === "POST /token")).toBe(false);

  await click("Forgot your password?");
  await heading("Choose a new password");
  await type("Email", "jo@example.org");
  await click("Send the link");
  await screen.findByText(/If jo@example.org belongs to a staff user, a link is on its way./);
  expect(requests.at(-1)).toMatchObject({ body: { email: "jo@example.org" }, bearer: null });
  await click("Back to sign-in");
  await heading("Sign in");
});

test("TRUTH-03.3 where no mail server is connected, no link is said to be on its way", async () => {
  mockAuth("get", "/settings", jsonResponse({ external: {}, mail_is_stored: true }));
  mockAuth("post", "/recover", jsonResponse({}));
  renderInApp(<StaffApp />);
  await click("Forgot your password?");
  await type("Email", "jo@example.org");
  await click("Send the link");

  await screen.findByText(/No link is sent to jo@example.org: no mail server is connected/);
  expect(screen.queryByText(/on its way/)).toBeNull();
});

const tooOften = () => authSays(429, "over_request_rate_limit", { "Retry-After": "840" });

test.each([
  [
    "a wrong one",
    () => authSays(400, "invalid_credentials"),
    "The email or password is incorrect.",
  ],
  ["too many tries", tooOften, "Too many attempts. Try again in 14 minutes."],
])("F5 %s is said in words", async (_, answer, words) => {
  renderInApp(<StaffApp />);
  await heading("Sign in");
  mockAuth("post", "/token", answer);
  await type("Email", "jo@example.org");
  await type("Password", "wrong-horse-battery");

  await click("Sign in");

  expect((await screen.findByRole("alert")).textContent).toBe(words);
});

test("a recovery code stands in for the phone", async () => {
  await signIn();
  await heading("Your second factor");
  mockAuth("post", "/factors/recovery-codes/verify", jsonResponse(aSession()));

  await click("Use a recovery code instead");
  await type("Recovery code", " ABCDE-fgh23 ");
  await click("Continue");

  await heading("My account");
  expect(requests.find(({ path }) => path.includes("recovery-codes/verify"))?.body).toEqual({
    code: "abcde-fgh23",
  });
});

test("the first sign-in sets up an authenticator and keeps recovery codes", async () => {
  mockEnrolment();
  await signIn(aSession({ aal: "aal1", factors: [] }));
  await heading("Set up your second factor");

  const picture = await screen.findByRole("img", { name: "QR code for your authenticator app" });
  expect(picture.getAttribute("src")).toBe("data:image/svg+xml;utf-8,<svg/>");
  expect(screen.getByText("ABCD EFGH IJ")).toBeTruthy();
  const codes = ["aaaaa-bbbbb", "ccccc-ddddd"];
  mockAuth("get", "/factors/recovery-codes", jsonResponse({ total: 0, remaining: 0 }));
  mockAuth("post", "/factors/recovery-codes/regenerate", jsonResponse({ codes, total: 2 }));
  await type("Code", "123456");
  await click("Confirm");

  await heading("Save these recovery codes");
  const list = await screen.findByRole("list", { name: "Recovery codes" });
  expect(
    within(list)
      .getAllByRole("listitem")
      .map((one) => one.textContent),
  ).toEqual(codes);
  await click("Open the console");
  expect(screen.getByText("Please save the codes first.")).toBeTruthy();
  await user.click(screen.getByLabelText("I have saved these codes"));
  await click("Open the console");
  await heading("My account");
});

test("a page loaded again replaces no codes that were shown before, unless one asks", async () => {
  mockEnrolment();
  await signIn(aSession({ aal: "aal1", factors: [] }));
  await heading("Set up your second factor");
  await type("Code", "123456");
  await click("Confirm");

  await screen.findByText(/were created and shown earlier/);
  const made = () => requests.filter(({ path }) => path.endsWith("/regenerate"));
  expect(made()).toEqual([]);
  const codes = ["eeeee-fffff"];
  mockAuth("post", "/factors/recovery-codes/regenerate", jsonResponse({ codes, total: 1 }));
  await click("I did not save them: create new codes");
  await screen.findByText("eeeee-fffff");
  expect(made()).toHaveLength(1);
});

test("whoever has no role is told so, and may leave", async () => {
  server.use(http.get("*/api/staff/me", () => refused(403, "not_allowed")));
  await signIn(aSession());

  await screen.findByText("Your account has no role yet");
  await click("Sign out");
  await heading("Sign in");
  expect(screen.getByText("You are signed out.")).toBeTruthy();
});

test("F5 what one was shown is forgotten when they leave", async () => {
  await signIn(aSession());
  await heading("My account");
  expect(queryClient.getQueryData(staffKeys.account.all)).toBeTruthy();

  await click("Sign out here");
  await heading("Sign in");

  expect(queryClient.getQueryData(staffKeys.account.all)).toBeUndefined();
});
