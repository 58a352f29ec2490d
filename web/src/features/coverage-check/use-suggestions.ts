/** Addresses that begin as the visitor typed: asked for after a pause, never twice for an input that failed. */
import { useEffect, useRef, useState } from "react";
import { api, Problem, type Schemas, unwrap } from "#lib/api/client.ts";
import { MIN_SEARCH_LENGTH } from "./address-rules.ts";
import { copy } from "./copy.ts";
import { searchToken } from "./search-token.ts";

const DEBOUNCE_MS = 300; // spec §9
const TIMEOUT_MS = 10_000; // spec §9
const MOST_SHOWN = 5; // spec §9

export type Suggestion = Schemas["PredictionOut"];
export type SearchFailure = { message: string; isConfiguration: boolean };
type Found = { suggestions: Suggestion[]; failure: SearchFailure | null };

const NOTHING: Found = { suggestions: [], failure: null };

/** Pass `isSearching: false` once an address is chosen: a chosen address is not searched for. */
export function useSuggestions(input: string, { isSearching }: { isSearching: boolean }): Found {
  const [found, setFound] = useState(NOTHING);
  const failed = useRef(new Map<string, SearchFailure>());
  const asked = input.trim();
  const isWorthAsking = isSearching && asked.length >= MIN_SEARCH_LENGTH;

  useEffect(() => {
    if (!isWorthAsking) return setFound(NOTHING);
    const known = failed.current.get(asked);
    if (known) return setFound({ suggestions: [], failure: known });

    const given = new AbortController();
    const pause = setTimeout(async () => {
      const answer = await search(asked, given);
      if (given.signal.aborted && !answer.failure) return;
      if (answer.failure) failed.current.set(asked, answer.failure);
      setFound(answer);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(pause);
      given.abort(SUPERSEDED);
    };
  }, [asked, isWorthAsking]);

  return isWorthAsking ? found : NOTHING;
}

const SUPERSEDED = new DOMException("a later keystroke asked again", "AbortError");

async function search(input: string, given: AbortController): Promise<Found> {
  const late = setTimeout(
    () => given.abort(new DOMException("no suggestions in time", "TimeoutError")),
    TIMEOUT_MS,
  );
  try {
    const answer = await unwrap(
      api.POST("/api/google-places", {
        body: { input, sessionToken: searchToken() },
        signal: given.signal,
      }),
    );
    if ("error" in answer) return failure(answer.error, answer.status);
    return { suggestions: answer.predictions.slice(0, MOST_SHOWN), failure: null };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return problem.code === "aborted" ? NOTHING : failure(saidBy(problem), problem.code);
  } finally {
    clearTimeout(late);
  }
}

function saidBy(problem: Problem): string {
  if (problem.code === "timeout") return copy.timeout;
  return problem.status === 0 || problem.code === "unknown" ? "" : problem.detail;
}

const MISCONFIGURED = /api.?key|misconfigured|denied|not configured/i;

function failure(message: string, status: string): Found {
  const isConfiguration = MISCONFIGURED.test(`${message} ${status}`);
  return {
    suggestions: [],
    failure: { message: message || copy.suggestionsFailed, isConfiguration },
  };
}

/** What the box 'Error de configuración' says: what to repair, when the message tells. */
export const configurationAdvice = (message: string): string =>
  MISCONFIGURED.test(message) ? copy.keyMisconfigured : `${message} ${copy.configurationHelp}`;
