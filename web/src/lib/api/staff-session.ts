/**
 * Who of the staff is signed in, in this tab and its neighbours. The session stands in
 * sessionStorage and ends with the last tab (decision 0034); tabs hand it to each other.
 */
import { AuthClient, type Session } from "@supabase/auth-js";
import { readSession, removeSession, writeSession } from "#lib/storage.ts";

/** Why nobody is signed in: they left, were away too long, or the server ended it. */
export type Ending = "signedOut" | "idle" | "ended";

export type StaffState =
  | { is: "opening" }
  | { is: "out"; why: Ending | null }
  | { is: "in"; session: Session; level: Level };

type Level = "aal1" | "aal2";

const KEY = "staff-session";
const NEIGHBOURS_ANSWER_WITHIN_MS = 150;
const RENEWED_BEFORE_END_S = 60;

export const AUTH_URL = `${globalThis.location?.origin ?? "http://localhost"}/auth/v1`;

let client: AuthClient | null = null;
let state: StaffState = { is: "opening" };
let ending: Ending | null = null;
let opening: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** The published client of our own auth service. It renews nothing by itself: being away must count. */
export function auth(): AuthClient {
  client ??= new AuthClient({
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
  });
  return client;
}

export const staffState = (): StaffState => state;

export function onStaffState(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Finds the session of this tab, or of a neighbour. Safe to repeat. */
export function openStaffSession(): Promise<void> {
  opening ??= (async () => {
    listenToNeighbours();
    if (!kept()) keep(await askNeighbours());
    auth().onAuthStateChange((_, session) => take(session));
  })();
  return opening;
}

/** What a call carries; null when nobody is signed in. Renewed when it is about to end. */
export async function accessToken(): Promise<string | null> {
  const session = kept();
  if (!session) return null;
  if (isGood(session)) return session.access_token;
  keep(await askNeighbours());
  return (await auth().getSession()).data.session?.access_token ?? null;
}

/** Somebody is at work: the server counts the idle half hour from the last renewal. */
export async function renewStaffSession(): Promise<void> {
  if (kept()) await auth().refreshSession();
}

export async function signOut(scope: "local" | "global" | "others", why: Ending = "signedOut") {
  if (scope !== "others") ending = why;
  const { error } = await auth().signOut({ scope });
  if (error) throw error;
}

/** The server knows this session no more. */
export async function sessionHasEnded(): Promise<void> {
  if (state.is !== "in") return;
  ending = "ended";
  await auth().signOut({ scope: "local" });
}

function take(session: Session | null) {
  if (session) {
    keep(session);
    ending = null;
    state = { is: "in", session, level: levelOf(session.access_token) };
  } else {
    removeSession(KEY);
    state = { is: "out", why: state.is === "in" ? (ending ?? "ended") : ending };
  }
  for (const listener of listeners) listener();
}

function levelOf(token: string): Level {
  const [, claims = ""] = token.split(".");
  const told = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/"))) as {
    aal?: Level;
  };
  return told.aal ?? "aal1";
}

function kept(): Session | null {
  const text = readSession<string>(KEY);
  return text === null ? null : (JSON.parse(text) as Session);
}

/** The newer of two stands: a token that was renewed elsewhere is worth nothing here. */
function keep(session: Session | null) {
  const here = kept();
  if (!session || (here && (here.expires_at ?? 0) > (session.expires_at ?? 0))) return;
  writeSession(KEY, JSON.stringify(session));
}

const isGood = (session: Session) =>
  (session.expires_at ?? 0) - Date.now() / 1000 > RENEWED_BEFORE_END_S;

type Said = { asks: true } | { session: Session };
const channel = () => new BroadcastChannel(`${KEY}-neighbours`);

function listenToNeighbours() {
  const heard = channel();
  heard.onmessage = ({ data }: MessageEvent<Said>) => {
    const session = kept();
    if ("asks" in data && session) heard.postMessage({ session } satisfies Said);
  };
}

function askNeighbours(): Promise<Session | null> {
  return new Promise((resolve) => {
    const asking = channel();
    const end = (session: Session | null) => {
      asking.close();
      resolve(session);
    };
    asking.onmessage = ({ data }: MessageEvent<Said>) => {
      if ("session" in data && isGood(data.session)) end(data.session);
    };
    asking.postMessage({ asks: true } satisfies Said);
    setTimeout(() => end(null), NEIGHBOURS_ANSWER_WITHIN_MS);
  });
}
