/** Checks of the auth service through the supabase-js client (AUTH-01); each step is independent. */
import { randomUUID } from "node:crypto";
import { AuthClient } from "@supabase/auth-js";
import { expect, inject } from "vitest";
import { codeOf } from "../e2e/authenticator.ts";

type Step = (site: string) => Promise<void>;

const invitations = inject("invitations")[Symbol.iterator]();
const PASSWORD = "correct-horse-battery";

// A client with its own session storage; `paths` collects the paths it requests.
function client(site: string, storage = new Map<string, string>(), paths: string[] = []) {
  return new AuthClient({
    url: `${site}/auth/v1`,
    autoRefreshToken: false,
    flowType: "pkce",
    persistSession: true,
    storageKey: randomUUID(),
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    fetch: (address, init) => {
      paths.push(new URL(String(address)).pathname);
      return globalThis.fetch(address, init);
    },
  });
}

// An invited staff user who chose a password and signed in with it.
async function createStaffUser(site: string) {
  const { email, link } = invitations.next().value ?? { email: "", link: "" };
  const token_hash = new URL(link).searchParams.get("token_hash") ?? "";
  const browser = client(site);
  expect((await browser.verifyOtp({ token_hash, type: "invite" })).error).toBeNull();
  expect((await browser.updateUser({ password: PASSWORD })).error).toBeNull();
  const dead = await browser.getUser();
  expect(dead.error?.name, "a new password ends every session").toBe("AuthSessionMissingError");
  return { email, pat: await signedIn(site, email) };
}

async function signedIn(site: string, email: string, paths: string[] = []) {
  const browser = client(site, new Map(), paths);
  const response = await browser.signInWithPassword({ email, password: PASSWORD });
  expect(response.error).toBeNull();
  return browser;
}

const signInAndClaims: Step = async (site) => {
  const { email } = await createStaffUser(site);
  const failure = await client(site).signInWithPassword({ email, password: "wrong-horse-battery" });
  expect(failure.error).toMatchObject({
    status: 400,
    code: "invalid_credentials",
    message: "Invalid login credentials",
  });
  const paths: string[] = [];
  const pat = await signedIn(site, email.toUpperCase(), paths);

  expect((await pat.getUser()).data.user?.email).toBe(email);
  paths.length = 0;
  const claims = await pat.getClaims();
  expect(claims.data?.header.alg).toBe("ES256");
  expect(claims.data?.claims).toMatchObject({ aal: "aal1", role: "authenticated" });
  expect(paths, "a token is checked by its published key").toEqual([
    "/auth/v1/.well-known/jwks.json",
  ]);
};

const refreshes: Step = async (site) => {
  const { email } = await createStaffUser(site);
  const pat = await signedIn(site, email);

  const before = (await pat.getSession()).data.session?.refresh_token ?? "";
  const renewed = await Promise.all(Array.from({ length: 5 }, () => pat.refreshSession()));
  expect(renewed.map((response) => response.error)).toEqual(Array(5).fill(null));
  const after = renewed[0]?.data.session?.refresh_token;
  expect(after, "a refresh token is good once").not.toBe(before);
  const renewals = await Promise.all(
    Array.from({ length: 8 }, () => client(site).refreshSession({ refresh_token: before })),
  );
  const tokens = new Set(renewals.map((response) => response.data.session?.refresh_token));
  expect([...tokens], "whoever asks with the same one gets the same").toEqual([after]);
};

const userAndRecovery: Step = async (site) => {
  const { email, pat } = await createStaffUser(site);

  const changed = await pat.updateUser({ data: { theme: "dark" } });
  expect(changed.data.user?.user_metadata).toEqual({ theme: "dark" });
  expect((await pat.updateUser({ password: "short" })).error).toMatchObject({
    name: "AuthWeakPasswordError",
    reasons: ["length"],
  });
  const phone = await pat.updateUser({ phone: "+17135550100" });
  expect(phone.error?.code).toBe("phone_provider_disabled");
  const otp = await client(site).signInWithOtp({ email });
  expect(otp.error, "what is not there is told in JSON").toMatchObject({
    status: 404,
    code: "not_found",
  });
  expect((await client(site).resetPasswordForEmail("no email")).error?.code).toBe(
    "validation_failed",
  );
  expect((await client(site).resetPasswordForEmail(email)).error).toBeNull();
  expect((await client(site).resetPasswordForEmail("nobody@example.org")).error).toBeNull();
};

const secondFactor: Step = async (site) => {
  const { email, pat } = await createStaffUser(site);

  const factor = (await pat.mfa.enroll({ factorType: "totp", friendlyName: "phone" })).data;
  if (factor?.type !== "totp") throw new Error("no factor");
  expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/);
  const failure = await pat.mfa.challengeAndVerify({ factorId: factor.id, code: "000000" });
  expect(failure.error?.code).toBe("mfa_verification_failed");
  const code = codeOf(factor.totp.secret);
  const before = (await pat.getSession()).data.session;
  expect((await pat.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();
  expect(
    (await client(site).getUser(before?.access_token)).error,
    "the first level ends",
  ).not.toBeNull();
  const stolen = { refresh_token: before?.refresh_token ?? "" };
  expect((await client(site).refreshSession(stolen)).error?.code).toBe("session_expired");
  const level = await pat.mfa.getAuthenticatorAssuranceLevel();
  expect(level.data?.currentLevel).toBe("aal2");
  expect((await pat.mfa.listFactors()).data?.totp).toHaveLength(1);
  const again = await pat.mfa.challengeAndVerify({ factorId: factor.id, code });
  expect(again.error?.code).toBe("mfa_verification_failed");

  const otherBrowser = await signedIn(site, email);
  expect((await otherBrowser.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: "aal1",
    nextLevel: "aal2",
  });
  const refused = await otherBrowser.mfa.unenroll({ factorId: factor.id });
  expect(refused.error?.code).toBe("insufficient_aal");
  const second = await otherBrowser.mfa.enroll({ factorType: "totp", friendlyName: "tablet" });
  expect(second.error?.message).toBe("AAL2 required to enroll a new factor");
  expect((await pat.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
  expect((await pat.getUser()).error?.name).toBe("AuthSessionMissingError");
};

const signOut: Step = async (site) => {
  const { email, pat } = await createStaffUser(site);
  const [second, third] = [await signedIn(site, email), await signedIn(site, email)];

  expect((await second.signOut({ scope: "local" })).error).toBeNull();
  expect((await pat.signOut({ scope: "others" })).error).toBeNull();
  expect((await third.getUser()).error?.name).toBe("AuthSessionMissingError");
  expect((await third.getSession()).data.session).toBeNull();
  expect((await pat.getUser()).error).toBeNull();
  expect((await pat.signOut()).error).toBeNull();
  expect((await pat.getSession()).data.session).toBeNull();
};

const visitors: Step = async (site) => {
  const storage = new Map<string, string>();
  const visitor = client(site, storage);

  const signUp = await visitor.signInAnonymously({ options: { data: { language: "en" } } });
  expect(signUp.data.user?.is_anonymous).toBe(true);
  const refused = await visitor.signUp({ email: "x@example.org", password: PASSWORD });
  expect(refused.error?.code).toBe("signup_disabled");
  const unknown = await client(site).refreshSession({ refresh_token: "never-issued" });
  expect(unknown.error?.code).toBe("refresh_token_not_found");
  await globalThis.fetch(`${site}/auth/v1/logout`, {
    method: "POST",
    headers: { authorization: `Bearer ${signUp.data.session?.access_token}` },
  });
  for (const [key, session] of storage)
    storage.set(key, JSON.stringify({ ...JSON.parse(session), expires_at: 1 }));
  expect((await visitor.getSession()).data.session).toBeNull();
  expect(storage.size).toBe(0);
};

const identities: Step = async (site) => {
  const { pat } = await createStaffUser(site);

  const link = await pat.linkIdentity({ provider: "google" });
  expect(link.error?.message).toBe("Unsupported provider: provider is not enabled");
  const [identity] = (await pat.getUserIdentities()).data?.identities ?? [];
  if (!identity) throw new Error("no identity");
  const last = await pat.unlinkIdentity(identity);
  expect(last.error?.code).toBe("single_identity_not_deletable");
};

export const drive = {
  signInAndClaims,
  refreshes,
  userAndRecovery,
  secondFactor,
  signOut,
  visitors,
  identities,
};
