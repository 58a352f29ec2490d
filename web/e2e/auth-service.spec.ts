/** The auth service works with a client that we did not write (AUTH-01). */
import { test } from "@playwright/test";
import { drive } from "./auth-drive.ts";

const SITE = `http://127.0.0.1:${process.env.PORT ?? "8765"}`;

test("AUTH-01 sign-in, and claims that are checked by the published key", () =>
  drive.signInAndClaims(SITE));

test("AUTH-01 many refreshes at once", () => drive.refreshes(SITE));

test("AUTH-01 user update, weak passwords and recovery", () => drive.userAndRecovery(SITE));

test("AUTH-01 a second factor is enrolled, asked, shown once and removed", () =>
  drive.secondFactor(SITE));

test("AUTH-01 sign-out has three scopes and counts at once", () => drive.signOut(SITE));

test("AUTH-01 visitors come in without a name; a dead refresh token ends the session", () =>
  drive.visitors(SITE));

test("AUTH-01 an identity elsewhere is asked for where one is named", () => drive.identities(SITE));
