/** Staff's calls to the auth service about their own account. All throw Problem. */
import { type AuthError, GoTrueClient, type Provider, type UserIdentity } from "@supabase/auth-js";
import type { MailedLink } from "#api/auth-callback.ts";
import { IN_OUR_LANGUAGE, Problem, parseJson, problemOf, unreachable } from "#api/client.ts";
import {
  AUTH_URL,
  accessToken,
  addRequiredAction,
  auth,
  closeLink,
  retryAfter,
  signOut,
  whileRaising,
} from "#api/staff-session.ts";

export type Identity = { id: string; provider: string; email: string };
export type Factor = { id: string; name: string; createdAt: string };
export type Account = {
  email: string;
  newEmail: string | null;
  name: string;
  factors: Factor[];
  identities: Identity[];
};
export type Enrolment = { id: string; picture: string; secret: string };

type AuthResult = { error: AuthError | null };
type TokenResponse<A> = A extends { data: infer Data; error: null } ? Data : never;

export const signIn = (credentials: { email: string; password: string }) =>
  done(auth().signInWithPassword(credentials));

export const signInBy = (provider: string) => done(auth().signInWithOAuth(returningFrom(provider)));

const returningFrom = (provider: string) => ({
  provider: provider as Provider,
  options: { redirectTo: location.href },
});

/**
 * Request a password recovery email. Its link works in any browser, because it is used up by a
 * button press there.
 */
export const recover = (email: string) => request("POST", "/recover", { email });

/** Use a mailed link, after the button press. */
export async function confirmLink({ tokenHash, type }: MailedLink): Promise<void> {
  const token = { token_hash: tokenHash, type };
  if (type !== "email_change") {
    await done(auth().verifyOtp(token));
    return closeLink("choosePassword");
  }
  // Confirming an email address must not switch the signed-in user: the session it opens is
  // discarded.
  const passing = new GoTrueClient({
    url: AUTH_URL,
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
  });
  await done(passing.verifyOtp(token));
  await passing.signOut({ scope: "local" });
}

/**
 * Change the password, and the name if one is given. This ends every session of the account,
 * including this one.
 */
export async function changePassword(password: string, name = ""): Promise<void> {
  await done(auth().updateUser({ password, ...(name && { data: { full_name: name } }) }));
  await signOut("local", "passwordChanged");
}

export const changeName = (name: string) => done(auth().updateUser({ data: { full_name: name } }));

export const changeEmail = (email: string) => request("PUT", "/user", { email });

export async function account(): Promise<Account> {
  const { user } = await done(auth().getUser());
  const verified = (user.factors ?? []).filter(({ status }) => status === "verified");
  return {
    email: user.email ?? "",
    newEmail: user.new_email ?? null,
    name: String(user.user_metadata.full_name ?? ""),
    factors: verified.map((one) => ({
      id: one.id,
      name: one.friendly_name ?? "",
      createdAt: one.created_at,
    })),
    identities: (user.identities ?? []).map(identityOf),
  };
}

const identityOf = ({ identity_id, provider, identity_data }: UserIdentity): Identity => ({
  id: identity_id,
  provider,
  email: String(identity_data?.email ?? ""),
});

type SignInWays = { providers: string[]; isMailStored: boolean };

/** External sign-in providers the operator has enabled, and whether links by mail reach nobody. */
export async function signInWays(): Promise<SignInWays> {
  const { external, mail_is_stored } = (await request("GET", "/settings")) as {
    external: Record<string, boolean>;
    mail_is_stored: boolean;
  };
  const internal = ["email", "phone", "anonymous_users"];
  const providers = Object.keys(external).filter(
    (name) => external[name] && !internal.includes(name),
  );
  return { providers, isMailStored: mail_is_stored };
}

export const link = (provider: string) => done(auth().linkIdentity(returningFrom(provider)));

export const unlink = (id: string) =>
  request("DELETE", `/user/identities/${encodeURIComponent(id)}`);

/** Start enrolling an authenticator app; it becomes active with its first code. */
export async function enrol(name: string): Promise<Enrolment> {
  const factor = await done(auth().mfa.enroll({ factorType: "totp", friendlyName: name }));
  if (factor.type !== "totp") throw new Error("another kind of factor was enrolled");
  return { id: factor.id, picture: factor.totp.qr_code, secret: factor.totp.secret };
}

/** Verify a second-factor code. This replaces the current session by one at assurance level 2. */
export const showCode = ({ factorId, code }: { factorId: string; code: string }) =>
  whileRaising(done(auth().mfa.challengeAndVerify({ factorId, code: digitsOf(code) })));

/** Verify the first code of the first factor; afterwards the recovery codes must still be saved. */
export async function confirmFirstFactor(enrollment: { factorId: string; code: string }) {
  addRequiredAction("keepCodes");
  return showCode(enrollment);
}

export const showRecoveryCode = (code: string) =>
  whileRaising(done(auth().mfa.recoveryCodes.verify({ code: code.trim().toLowerCase() })));

/** Remove a factor. This ends every session of the account, including this one. */
export async function removeFactor(factorId: string): Promise<void> {
  await done(auth().mfa.unenroll({ factorId }));
  await signOut("local", "factorRemoved");
}

/** Generate recovery codes. They are shown only once, and earlier ones become invalid. */
export const newRecoveryCodes = async (): Promise<string[]> =>
  (await done(auth().mfa.recoveryCodes.regenerate())).codes;

export const recoveryCodesLeft = async (): Promise<number> =>
  (await done(auth().mfa.recoveryCodes.getStatus())).remaining;

export async function signOutOthers(): Promise<void> {
  const { error } = await auth().signOut({ scope: "others" });
  if (error) throw problemBy(error);
}

const digitsOf = (code: string) => code.replaceAll(/\s/g, "");

async function done<A extends AuthResult>(call: Promise<A>): Promise<TokenResponse<A>> {
  const response = await call;
  if (response.error) throw problemBy(response.error);
  return (response as unknown as { data: TokenResponse<A> }).data;
}

function problemBy(error: AuthError): Problem {
  const status = error.status ?? 0;
  return new Problem({
    code: error.code ?? (status === 0 ? "offline" : "unknown"),
    status,
    detail: error.message,
    errors: [],
    retryAfter: status === 429 ? retryAfter() : null,
  });
}

// For calls that the auth client would tie to this tab, or does not have.
async function request(method: string, path: string, body?: object): Promise<unknown> {
  const token = await accessToken();
  const call = globalThis.fetch(`${AUTH_URL}${path}`, {
    method,
    headers: {
      ...IN_OUR_LANGUAGE,
      ...(body && { "Content-Type": "application/json" }),
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: body ? JSON.stringify(body) : null,
  });
  const response = await call.catch((reason: unknown) => {
    throw unreachable(reason);
  });
  const payload = parseJson(await response.text());
  if (response.ok) return payload;
  const { message } = payload as { message?: string };
  throw problemOf({ ...(payload as object), detail: message }, response);
}
