/**
 * Shares the staff session between tabs of one browser, so that a new tab needs no second sign-in.
 */
import type { Session } from "@supabase/auth-js";

type SessionMessage = { asks: true } | { session: Session };

const CHANNEL = "staff-neighbours";
const ANSWERED_WITHIN_MS = 150;

export function shareSession(getSession: () => Session | null) {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => {
    const session = getSession();
    if ("asks" in data && session) channel.postMessage({ session } satisfies SessionMessage);
  };
}

/** Ask the other tabs for a session; the first usable one, or null. */
export function requestSharedSession(
  isGood: (session: Session) => boolean,
): Promise<Session | null> {
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
