/** The auth service works with a client that we did not write (AUTH-01). */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { AuthClient } from "@supabase/auth-js";
import { codeOf } from "./authenticator.ts";

const SITE = `http://127.0.0.1:${process.env.PORT ?? "8765"}`;
const API = `${import.meta.dirname}/../../api`;
const PASSWORD = "correct-horse-battery";

/** A browser of its own: it keeps its session where no other finds it. */
function client(kept = new Map<string, string>()) {
  return new AuthClient({
    url: `${SITE}/auth/v1`,
    autoRefreshToken: false,
    persistSession: true,
    storageKey: randomUUID(),
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  });
}

/** Invited by the command, in with a password of their own choice. */
async function aMemberOfStaff() {
  const email = `pat-${randomUUID()}@example.org`;
  const link = execFileSync(`${API}/.venv/bin/python`, ["manage.py", "staff_user", email], {
    cwd: API,
    env: { ...process.env, STANDBY_DATA: process.env.E2E_DATA },
    encoding: "utf8",
  });
  const token = new URL(link.trim()).searchParams.get("token") ?? "";
  const pat = client();
  const opened = await pat.verifyOtp({ token_hash: token, type: "recovery" });
  expect(opened.error).toBeNull();
  expect((await pat.updateUser({ password: PASSWORD })).error).toBeNull();
  return { email, pat };
}

async function signedIn(email: string) {
  const browser = client();
  const answer = await browser.signInWithPassword({ email, password: PASSWORD });
  expect(answer.error).toBeNull();
  return browser;
}

test("AUTH-01 sign-in, claims and many refreshes at once", async () => {
  const { email } = await aMemberOfStaff();
  const wrong = await client().signInWithPassword({ email, password: "wrong-horse-battery" });
  expect(wrong.error).toMatchObject({ status: 400, code: "invalid_credentials" });
  const pat = await signedIn(email.toUpperCase());

  expect((await pat.getUser()).data.user?.email).toBe(email);
  const claims = await pat.getClaims();
  expect(claims.data?.header.alg).toBe("ES256");
  expect(claims.data?.claims).toMatchObject({ aal: "aal1", role: "authenticated" });

  const before = (await pat.getSession()).data.session?.refresh_token ?? "";
  const renewed = await Promise.all(Array.from({ length: 5 }, () => pat.refreshSession()));
  expect(renewed.map((answer) => answer.error)).toEqual(Array(5).fill(null));
  const others = await Promise.all(
    Array.from({ length: 8 }, () => client().refreshSession({ refresh_token: before })),
  );
  expect(new Set(others.map((answer) => answer.data.session?.refresh_token)).size).toBe(1);
});

test("AUTH-01 user update, weak passwords and recovery", async () => {
  const { email, pat } = await aMemberOfStaff();

  const changed = await pat.updateUser({ data: { theme: "dark" } });
  expect(changed.data.user?.user_metadata).toEqual({ theme: "dark" });
  expect((await pat.updateUser({ password: "short" })).error?.name).toBe("AuthWeakPasswordError");
  expect((await client().resetPasswordForEmail(email)).error).toBeNull();
  expect((await client().resetPasswordForEmail("nobody@example.org")).error).toBeNull();
});

test("AUTH-01 a second factor is enrolled, asked, shown once and removed", async () => {
  const { email, pat } = await aMemberOfStaff();

  const factor = (await pat.mfa.enroll({ factorType: "totp", friendlyName: "phone" })).data;
  if (factor?.type !== "totp") throw new Error("no factor");
  expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  const wrong = await pat.mfa.challengeAndVerify({ factorId: factor.id, code: "000000" });
  expect(wrong.error?.code).toBe("mfa_verification_failed");
  const code = codeOf(factor.totp.secret);
  expect((await pat.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
  const level = await pat.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data?.currentLevel).toBe("aal2");
  expect((await pat.mfa.listFactors()).data?.totp).toHaveLength(1);
  const again = await pat.mfa.challengeAndVerify({ factorId: factor.id, code });
  expect(again.error?.code).toBe("mfa_verification_failed");

  const elsewhere = await signedIn(email);
  const refused = await elsewhere.mfa.unenroll({ factorId: factor.id });
  expect(refused.error?.code).toBe("insufficient_aal");
  expect((await pat.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
});

test("AUTH-01 sign-out has three scopes and counts at once", async () => {
  const { email, pat } = await aMemberOfStaff();
  const [second, third] = [await signedIn(email), await signedIn(email)];

  expect((await second.signOut({ scope: "local" })).error).toBeNull();
  expect((await pat.signOut({ scope: "others" })).error).toBeNull();
  expect((await third.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await third.getSession()).data.session).toBeNull();
  expect((await pat.getUser()).error).toBeNull();
  expect((await pat.signOut()).error).toBeNull();
  expect((await pat.getSession()).data.session).toBeNull();
});

test("AUTH-01 visitors come in without a name; a dead refresh token ends the session", async ({
  request,
}) => {
  const kept = new Map<string, string>();
  const visitor = client(kept);

  const entered = await visitor.signInAnonymously({ options: { data: { language: "en" } } });
  expect(entered.data.user?.is_anonymous).toBe(true);
  const refused = await visitor.signUp({ email: "x@example.org", password: PASSWORD });
  expect(refused.error?.code).toBe("signup_disabled");
  const unknown = await client().refreshSession({ refresh_token: "never-issued" });
  expect(unknown.error?.code).toBe("refresh_token_not_found");
  await request.post("/auth/v1/logout", {
    headers: { authorization: `Bearer ${entered.data.session?.access_token}` },
  });
  for (const [key, session] of kept)
    kept.set(key, JSON.stringify({ ...JSON.parse(session), expires_at: 1 }));
  expect((await visitor.getSession()).data.session).toBeNull();
  expect(kept.size).toBe(0);
});

test("AUTH-01 an identity elsewhere is asked for where one is named", async () => {
  const { pat } = await aMemberOfStaff();

  const link = await pat.linkIdentity({ provider: "google" });
  expect(link.error?.message).toBe("Unsupported provider: provider is not enabled");
  const [own] = (await pat.getUserIdentities()).data?.identities ?? [];
  if (!own) throw new Error("no identity");
  const last = await pat.unlinkIdentity(own);
  expect(last.error?.code).toBe("single_identity_not_deletable");
});
