import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderInApp } from "#fixtures/render-in-app.tsx";
import { readSession } from "#lib/storage.ts";
import {
  aSession,
  authSays,
  jsonResponse,
  mockAuth,
  requests,
  serveNobody,
} from "../session/session.fixtures.ts";
import { answers, click, OWNER, user } from "../staff.setup.tsx";

const KEY = "staff-session";
const heading = (name: string) => screen.findByRole("heading", { name, level: 1 });
const verified = () => requests.filter(({ path }) => path === "POST /verify");

// The console at this URL, in a new tab.
async function open(address: string) {
  history.replaceState(null, "", address);
  vi.resetModules();
  const { default: StaffApp } = await import("../staff-app.tsx");
  renderInApp(<StaffApp />);
}

beforeEach(() => {
  serveNobody();
  sessionStorage.clear();
  answers("/me", OWNER);
});
afterEach(() => sessionStorage.clear());

test.each([
  ["recovery", "Choose a new password", "Choose a password"],
  ["invite", "Accept your invitation", "Accept the invitation"],
])(
  "a link of type %s is used up by the press; a new password is signed in with",
  async (...row) => {
    const [type, title, go] = row;
    const session = aSession({ aal: "aal1", factors: [] });
    mockAuth("post", "/verify", jsonResponse(session));
    mockAuth("put", "/user", jsonResponse(session.user));
    await open(`/staff?token_hash=abc&type=${type}`);

    await heading(title);
    expect(location.href).toMatch(/\/staff$/);
    expect(verified()).toHaveLength(0);
    await click(go);

    await heading("Choose a password");
    expect(verified()[0]?.body).toMatchObject({ token_hash: "abc", type });
    await user.type(screen.getByLabelText("New password"), "quiet-lamp-after-storm");
    await user.type(screen.getByLabelText("Repeat the password"), "quiet-lamp-after-storm");
    await click("Save this password");

    await heading("Sign in");
    expect(screen.getByText("Your password is set. Please sign in with it.")).toBeTruthy();
    expect(readSession("staff-required-actions")).toBeNull();
  },
);

test("a new address is confirmed by the press, and nobody is signed in by it", async () => {
  mockAuth("post", "/verify", jsonResponse(aSession({ aal: "aal1" })));
  await open("/staff/account?token_hash=abc&type=email_change");

  await heading("Confirm your new email address");
  await click("Confirm this address");

  await screen.findByText("Your new email address is confirmed. Use it to sign in from now on.");
  expect(requests.at(-1)?.path).toBe("POST /logout");
  expect(readSession(KEY)).toBeNull();
  await click("Continue");
  await heading("Sign in");
});

test("a link that was used says so, and is left", async () => {
  mockAuth("post", "/verify", () => authSays(403, "otp_expired"));
  await open("/staff?token_hash=abc&type=recovery");
  await heading("Choose a new password");

  await click("Choose a password");

  expect((await screen.findByRole("alert")).textContent).toBe(
    "This link was already used or has expired. Request a new one.",
  );
  await click("Continue without this link");
  await heading("Sign in");
});

test("SEC-04.2 a session that somebody planted in the address is ignored", async () => {
  const { access_token } = aSession({ aal: "aal1" });
  await open(`/staff/orders#access_token=${access_token}&refresh_token=theirs&type=recovery`);

  await heading("Sign in");

  expect(location.pathname + location.hash).toBe("/staff/orders");
  expect(readSession(KEY)).toBeNull();
  expect(requests.filter(({ path }) => !path.startsWith("GET /settings"))).toEqual([]);
});
