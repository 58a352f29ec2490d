/** Tabs of one browser hand the session to each other: a new tab needs no second sign-in. */
import type { Session } from "@supabase/auth-js";

type Said = { asks: true } | { session: Session };

const CHANNEL = "staff-neighbours";
const ANSWERED_WITHIN_MS = 150;

export function answerNeighbours(kept: () => Session | null) {
  const heard = new BroadcastChannel(CHANNEL);
  heard.onmessage = ({ data }: MessageEvent<Said>) => {
    const session = kept();
    if ("asks" in data && session) heard.postMessage({ session } satisfies Said);
  };
}

/** The first session that is any good; null when no neighbour has one. */
export function askNeighbours(isGood: (session: Session) => boolean): Promise<Session | null> {
  return new Promise((resolve) => {
    const asking = new BroadcastChannel(CHANNEL);
    const end = (session: Session | null) => {
      asking.close();
      resolve(session);
    };
    asking.onmessage = ({ data }: MessageEvent<Said>) => {
      if ("session" in data && isGood(data.session)) end(data.session);
    };
    asking.postMessage({ asks: true } satisfies Said);
    setTimeout(() => end(null), ANSWERED_WITHIN_MS);
  });
}
