/**
 * The staff session of this tab and the other tabs. It is kept in sessionStorage and ends with the
 * last tab (decision 18); tabs share it with each other.
 */

import { type AuthChangeEvent, GoTrueClient, type Session } from "@supabase/auth-js";
import {
  type AuthCallback,
  type MailedLink,
  parseAuthCallback,
  withoutCallback,
} from "#api/auth-callback.ts";
import { readSession, removeSession, writeSession } from "#lib/storage.ts";

/** Why a session ended: signed out, idle too long, credentials changed, or ended by the server. */
export type SessionEndReason = "signedOut" | "idle" | "passwordChanged" | "factorRemoved" | "ended";

/** What the user must do before the console opens. */
export type RequiredAction = "choosePassword" | "keepCodes";

export type FactorShown = { id: string; name: string };

export type SignedIn = {
  is: "in";
  userId: string;
  email: string;
  /** Empty until they told it. */
  name: string;
  level: "aal1" | "aal2";
  factors: FactorShown[];
  requiredActions: readonly RequiredAction[];
  /** Time of the last renewal, in milliseconds since the epoch. */
  renewedAt: number;
};

/**
 * `news` is what the URL reported on arrival: "linked", or an error code. `link` is a mailed link
 * that waits for its button press.
 */
export type StaffState = { news: string | null; link: MailedLink | null } & (
  | { is: "opening" }
  | { is: "out"; why: SessionEndReason | null }
  | SignedIn
);

const KEY = "staff-session";
const ACTIONS_KEY = "staff-required-actions";
const RENEWED_BEFORE_END_S = 60;
const TIMEOUT_MS = 20_000;

export const AUTH_URL = `${globalThis.location?.origin ?? "http://localhost"}/auth/v1`;

let client: GoTrueClient | null = null;
let state: StaffState = { is: "opening", news: null, link: null };
let endReason: SessionEndReason | null = null;
let opening: Promise<void> | null = null;
let levelRaise: Promise<unknown> = Promise.resolve();
let lastRetryAfter: number | null = null;
const changes = new EventTarget();

/** Client of our auth service. It does not renew by itself, because idle time must count. */
export function auth(): GoTrueClient {
  client ??= new GoTrueClient({
    url: AUTH_URL,
    storageKey: KEY,
    storage: {
      getItem: (key) => readSession<string>(key),
      setItem: (key, value) => void writeSession(key, value),
      removeItem: (key) => removeSession(key),
    },
    flowType: "pkce",
    autoRefreshToken: false,
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
    fetch: async (address, init) => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const headers = new Headers(init?.headers);
      headers.set("Accept-Language", LANGUAGE);
      const response = await globalThis.fetch(address, { ...init, headers, signal });
      lastRetryAfter = Number(response.headers.get("Retry-After")) || null;
      return response;
    },
  });
  return client;
}

/** Retry-After of the auth service's last response, in seconds: its client does not expose it. */
export const retryAfter = (): number | null => lastRetryAfter;

export const staffState = (): StaffState => state;

/** Subscribe to the state; who listens first opens the session. */
export function onStaffState(listener: () => void) {
  void openStaffSession();
  changes.addEventListener("change", listener);
  return () => changes.removeEventListener("change", listener);
}

/**
 * Restore the session from this tab or another one, and handle the URL's parameters. Safe to call
 * again.
 */
export function openStaffSession(): Promise<void> {
  opening ??= open();
  return opening;
}

async function open() {
  const callback = parseAuthCallback(location.href);
  const cleanUrl = withoutCallback(location.href);
  if (new URL(cleanUrl, location.href).href !== location.href)
    history.replaceState(history.state, "", cleanUrl);
  shareSession();
  if (!storedSession()) storeSession(await requestSharedSession(isUsable));
  const link = callback?.is === "link" ? callback.link : null;
  const news = callback ? await handleAuthCallback(callback) : null;
  state = { ...state, news, link };
  auth().onAuthStateChange(changed);
}

// Returns the news to show. An OAuth code works only in the browser that requested it.
async function handleAuthCallback(callback: AuthCallback): Promise<string | null> {
  if (callback.is === "refusal") return callback.code;
  if (callback.is === "link") return null;
  return storedSession() ? "linked" : signedInByCode(callback);
}

async function signedInByCode({ code, flowId }: { code: string; flowId: string | null }) {
  const options = flowId ? { flowId } : undefined;
  const { error } = await auth().exchangeCodeForSession(code, options);
  return error ? (error.code ?? "unknown") : null;
}

/** Access token for a call, renewed when about to expire; null when nobody is signed in. */
export async function accessToken(): Promise<string | null> {
  const session = storedSession();
  if (!session || isUsable(session)) return session?.access_token ?? null;
  storeSession(await requestSharedSession(isUsable));
  return (await auth().getSession()).data.session?.access_token ?? null;
}

/**
 * Register a call that raises the assurance level: it ends the current session and brings a new
 * one.
 */
export function whileRaising<T>(call: Promise<T>): Promise<T> {
  levelRaise = call.catch(() => {});
  return call;
}

/**
 * Whether there is another usable token than the refused one: raising the level invalidates the
 * token before it.
 */
export async function hasOtherToken(refused: string): Promise<boolean> {
  const isOther = (session: Session | null) =>
    session !== null && isUsable(session) && session.access_token !== refused;
  await levelRaise;
  if (storedSession() && !isOther(storedSession()))
    storeSession(await requestSharedSession(isOther));
  return isOther(storedSession());
}

/** Renew because the user is active: the server counts the idle half hour from the last renewal. */
export async function renewStaffSession(): Promise<void> {
  if (storedSession()) await auth().refreshSession();
}

export async function signOut(scope: "local" | "global", why: SessionEndReason = "signedOut") {
  if (why !== "ended" || !endReason) endReason = why; // the user's own reason is more specific
  const { error } = await auth().signOut({ scope });
  if (error && state.is === "in") adoptSession(null);
}

/** End the session here after the server has ended it. */
export async function sessionHasEnded(): Promise<void> {
  if (state.is === "in") await signOut("local", "ended");
}

export function addRequiredAction(action: RequiredAction) {
  writeSession(ACTIONS_KEY, [...new Set([...storedActions(), action])]);
}

export function completeRequiredAction(action: RequiredAction) {
  writeSession(
    ACTIONS_KEY,
    storedActions().filter((session) => session !== action),
  );
  if (state.is === "in") changeState({ ...state, requiredActions: storedActions() });
}

/** Close a mailed link, whether used or dismissed; `duty` is what the user must do next. */
export function closeLink(action: RequiredAction | null = null) {
  if (action) addRequiredAction(action);
  const next = { ...state, link: null };
  changeState(next.is === "in" ? { ...next, requiredActions: storedActions() } : next);
}

const storedActions = (): RequiredAction[] => readSession<RequiredAction[]>(ACTIONS_KEY) ?? [];

function changed(event: AuthChangeEvent, session: Session | null) {
  if (session || event === "SIGNED_OUT") adoptSession(session);
  else changeState({ is: "out", why: endReason, news: state.news, link: state.link });
}

function adoptSession(session: Session | null) {
  if (session) {
    storeSession(session);
    endReason = null;
    changeState({ ...signedIn(session), news: state.news, link: state.link });
    return;
  }
  removeSession(KEY);
  removeSession(ACTIONS_KEY);
  const why = state.is === "in" ? (endReason ?? "ended") : endReason;
  changeState({ is: "out", why, news: null, link: state.link });
}

function changeState(next: StaffState) {
  state = next;
  changes.dispatchEvent(new Event("change"));
}

function signedIn({ access_token, user, expires_at = 0, expires_in }: Session): SignedIn {
  const factors = (user.factors ?? []).filter(({ status }) => status === "verified");
  return {
    is: "in",
    userId: user.id,
    email: user.email ?? "",
    name: String(user.user_metadata.full_name ?? ""),
    level: assuranceLevel(access_token),
    factors: factors.map(({ id, friendly_name }) => ({ id, name: friendly_name ?? "" })),
    requiredActions: storedActions(),
    renewedAt: (expires_at - expires_in) * 1000,
  };
}

function assuranceLevel(token: string): SignedIn["level"] {
  const [, claims = ""] = token.split(".");
  const tokenClaims: { aal?: SignedIn["level"] } = JSON.parse(
    atob(claims.replaceAll("-", "+").replaceAll("_", "/")),
  );
  return tokenClaims.aal ?? "aal1";
}

function storedSession(): Session | null {
  const text = readSession<string>(KEY);
  return text === null ? null : (JSON.parse(text) as Session);
}

// Keep the newer of two sessions: renewing a token in another tab invalidates the one here.
function storeSession(session: Session | null) {
  const here = storedSession();
  if (!session || (here && (here.expires_at ?? 0) > (session.expires_at ?? 0))) return;
  writeSession(KEY, JSON.stringify(session));
}

const isUsable = (session: Session) =>
  (session.expires_at ?? 0) - Date.now() / 1000 > RENEWED_BEFORE_END_S;

// Tabs of one browser share the session, so that a new tab needs no second sign-in.
type SessionMessage = { asks: true } | { session: Session };

const CHANNEL = "staff-neighbours";
const ANSWERED_WITHIN_MS = 150;

function shareSession() {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => {
    const session = storedSession();
    if ("asks" in data && session) channel.postMessage({ session } satisfies SessionMessage);
  };
}

/** Ask the other tabs for a session; the first good one, or null. */
function requestSharedSession(isGood: (session: Session) => boolean): Promise<Session | null> {
  return new Promise((resolve) => {
    const asking = new BroadcastChannel(CHANNEL);
    const end = (session: Session | null) => {
      asking.close();
      resolve(session);
    };
    asking.onmessage = ({ data }: MessageEvent<SessionMessage>) => {
      if ("session" in data && isGood(data.session)) end(data.session);
    };
    asking.postMessage({ asks: true } satisfies SessionMessage);
    setTimeout(() => end(null), ANSWERED_WITHIN_MS);
  });
}

/**
 * The sign-in step that comes next. An existing factor comes before a new password: a mailed link
 * alone must not change it.
 */
export function signInStep({ level, factors, requiredActions }: SignedIn) {
  if (level === "aal1" && factors.length > 0) return "code";
  if (requiredActions.includes("choosePassword")) return "password";
  if (level === "aal1") return "enrol";
  return requiredActions.includes("keepCodes") ? "codes" : "inside";
}
