import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";
import { click, refused, renderStaff, server, user } from "../staff.setup.tsx";
import {
  aSession,
  aUser,
  authSays,
  jsonResponse,
  mockAuth,
  requests,
  serveSignedIn,
} from "./session.fixtures.ts";
import { StepUp } from "./session-dialogs.tsx";

serveSignedIn();

let isFresh = false;

beforeEach(() => {
  isFresh = false;
  mockAuth("get", "/user", jsonResponse(aUser(["phone"])));
  mockAuth("post", "/factors/factor-phone/challenge", jsonResponse({ id: "c1", type: "totp" }));
  server.use(
    http.get("*/api/staff/me", () =>
      isFresh ? HttpResponse.json({ name: "Jo" }) : refused(403, "second_factor_stale"),
    ),
  );
});

const me = () => unwrap(staff.GET("/api/staff/me"));
const answer = async (code: string) => {
  await user.type(await screen.findByLabelText("Code"), code);
  await click("Continue");
};

test("F5 what weighs most asks for the code, then goes on by itself", async () => {
  renderStaff(<StepUp />);
  mockAuth("post", "/factors/factor-phone/verify", () => {
    isFresh = true;
    return HttpResponse.json(aSession());
  });

  const call = me();
  expect(await screen.findByRole("dialog", { name: "Confirm your second factor" })).toBeTruthy();
  await answer("123456");

  expect(await call).toEqual({ name: "Jo" });
  expect(requests.at(-1)?.body).toMatchObject({ code: "123456" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("F5 a wrong code keeps the dialog; closing it gives the refusal back", async () => {
  renderStaff(<StepUp />);
  mockAuth("post", "/factors/factor-phone/verify", () => authSays(422, "mfa_verification_failed"));

  const call = me().catch((thrown: unknown) => thrown);
  await answer("000000");
  expect((await screen.findByRole("alert")).textContent).toContain("This code is incorrect");
  await click("Close");

  expect(await call).toMatchObject({ code: "second_factor_stale" });
});
