import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";
import { staffState } from "#api/staff-session.ts";
import {
  aUser,
  authSays,
  jsonResponse,
  mockAuth,
  mockEnrolment,
  requests,
  serveSignedIn,
} from "../session/session.fixtures.ts";
import { click, mockCall, renderStaff, sent, user } from "../staff.setup.tsx";
import AccountScreen from "./account-screen.tsx";

serveSignedIn();

const google = {
  identity_id: "i2",
  id: "g-1",
  user_id: "u",
  provider: "google",
  identity_data: { email: "jo@elsewhere.example" },
};

beforeEach(() => {
  mockAuth("get", "/user", jsonResponse(aUser(["phone"])));
  mockAuth("get", "/factors/recovery-codes", jsonResponse({ total: 10, remaining: 9 }));
});

const changes = () => requests.filter(({ path }) => !/GET|token/.test(path));

async function show(me = {}) {
  renderStaff(<AccountScreen />, { path: "/staff/account", me });
  await screen.findByRole("heading", { name: "You" });
}

test("the name the others see is changed; of what is not offered nothing is said", async () => {
  await show();
  mockAuth(
    "put",
    "/user",
    jsonResponse(aUser(["phone"], { user_metadata: { full_name: "Jo Ann" } })),
  );
  for (const name of ["Linked accounts", "Internal pages"])
    expect(screen.queryByRole("heading", { name })).toBeNull();

  await user.type(screen.getByLabelText("Name"), " Ann");
  await click("Save");

  await screen.findByText("Your name is saved.");
  expect(changes()[0]?.body).toMatchObject({ data: { full_name: "Jo Ann" } });
});

test("a new email address, if nobody else's, counts once its link was opened", async () => {
  await show();
  mockAuth("put", "/user", () => authSays(422, "email_exists"));
  await click("Change email");
  expect(screen.getByText("Please enter another email address.")).toBeTruthy();
  await user.type(screen.getByLabelText("New email address"), "jo@new.example");
  await click("Change email");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Someone else uses this email address.",
  );

  mockAuth("put", "/user", jsonResponse(aUser(["phone"])));
  await click("Change email");

  await screen.findByText(/Open the link that we emailed to jo@new.example to confirm the change/);
  expect(changes()[1]).toMatchObject({ path: "PUT /user", body: { email: "jo@new.example" } });
});

test("a new password is typed twice, the same both times", async () => {
  await show();
  await user.type(screen.getByLabelText("New password"), "quiet-lamp-after-storm");
  await user.type(screen.getByLabelText("Repeat the password"), "quiet-lamp");
  await click("Save this password");
  expect(screen.getByText("The passwords do not match.")).toBeTruthy();
  mockAuth("put", "/user", jsonResponse(aUser(["phone"])));

  await user.type(screen.getByLabelText("Repeat the password"), "-after-storm");
  await click("Save this password");

  await waitFor(() => expect(staffState()).toMatchObject({ is: "out", why: "passwordChanged" }));
  expect(changes()[0]?.body).toMatchObject({ password: "quiet-lamp-after-storm" });
});

test("an authenticator is removed after a second thought, and so is the session", async () => {
  await show();
  mockAuth("delete", "/factors/factor-phone", jsonResponse({ id: "factor-phone" }));

  await click("Remove phone");
  const dialog = screen.getByRole("dialog", { name: "Remove phone?" });
  expect(within(dialog).getByText(/It is your only one/)).toBeTruthy();
  await click("Remove", dialog);

  await waitFor(() => expect(staffState()).toMatchObject({ is: "out", why: "factorRemoved" }));
  expect(changes()[0]?.path).toBe("DELETE /factors/factor-phone");
});

test("another authenticator is named, then scanned, then confirmed", async () => {
  await show();
  mockEnrolment();

  await click("Add an authenticator");
  await user.type(screen.getByLabelText("Name of this authenticator"), "tablet");
  await click("Next");
  await screen.findByRole("img", { name: "QR code for your authenticator app" });
  await user.type(screen.getByLabelText("Code"), "123456");
  await click("Confirm");

  await screen.findByText("Authenticator added.");
  expect(changes()[0]?.body).toMatchObject({ factor_type: "totp", friendly_name: "tablet" });
});

test("new recovery codes are shown once", async () => {
  await show();
  await screen.findByText("9 codes are left.");
  mockAuth(
    "post",
    "/factors/recovery-codes/regenerate",
    jsonResponse({ codes: ["aaaaa-bbbbb"], total: 1 }),
  );

  await click("Create new codes");

  expect(await screen.findByText("aaaaa-bbbbb")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Print" })).toBeTruthy();
});

test("an account elsewhere is unlinked, and those the operator named are offered", async () => {
  mockAuth("get", "/user", jsonResponse(aUser(["phone"], { identities: [google] })));
  mockAuth(
    "get",
    "/settings",
    jsonResponse({ external: { email: true, google: true, okta: true } }),
  );
  mockAuth("delete", "/user/identities/i2", jsonResponse({}));
  await show();
  expect(await screen.findByRole("button", { name: "Link Okta" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Link Google" })).toBeNull();
  expect(screen.getByText("jo@elsewhere.example")).toBeTruthy();

  await click("Unlink Google");

  await screen.findByText("Google is no longer linked.");
});

test.each([
  ["Sign out here", "local"],
  ["Sign out everywhere", "global"],
])("'%s' ends what it says", async (name) => {
  await show();

  await click(name);

  await waitFor(() => expect(staffState()).toMatchObject({ is: "out", why: "signedOut" }));
});

test("'Sign out everywhere else' leaves this one", async () => {
  await show();

  await click("Sign out everywhere else");

  await screen.findByText("All other browsers are signed out.");
  expect(staffState().is).toBe("in");
});

test("pages for us are there where the operator keeps any, and open by the cookie", async () => {
  await show({ sees_internal_pages: true });
  mockCall("post", "/tables-session", () => new HttpResponse(null, { status: 503 }));

  await click("Test: proposal generation");

  expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong");
  expect(sent[0]?.path).toBe("/api/staff/tables-session");
});

test("what did not load is asked for again", async () => {
  let isDown = true;
  mockAuth("get", "/user", () =>
    isDown ? authSays(503, "busy") : HttpResponse.json(aUser(["phone"])),
  );
  renderStaff(<AccountScreen />, { path: "/staff/account" });

  await screen.findByText("This did not load");
  isDown = false;
  await click("Try again");

  await screen.findByRole("heading", { name: "You" });
});

test("OPS-15.4 the morning mail of what waits is turned off", async () => {
  await show();
  mockCall("patch", "/me", () => HttpResponse.json({ gets_digest: false }));
  const box = screen.getByRole<HTMLInputElement>("checkbox", { name: /^Email me every workday/ });
  expect(box.checked).toBe(true);

  await user.click(box);

  await waitFor(() => expect(sent[0]?.body).toEqual({ gets_digest: false }));
  expect(box.checked).toBe(false);
});
