/** Addresses that begin as the visitor typed: asked for after a pause, never twice for an input that failed. */
import { useEffect, useRef, useState } from "react";
import { api, Problem, type Schemas, unwrap } from "#lib/api/client.ts";
import { copy } from "./copy.ts";
import { searchToken } from "./search-token.ts";

const MIN_SEARCH_LENGTH = 2; // spec §5
const DEBOUNCE_MS = 300; // spec §9
const TIMEOUT_MS = 10_000; // spec §9
const MOST_SHOWN = 5; // spec §9

export type Suggestion = Schemas["PredictionOut"];
export type SearchFailure = { message: string; isConfiguration: boolean };
type Found = { suggestions: Suggestion[]; failure: SearchFailure | null };

const NOTHING: Found = { suggestions: [], failure: null };

/** Who is asked for addresses; another one than our own server where the page has it. */
export type AskPlaces = (
  asked: { input: string; sessionToken: string },
  signal: AbortSignal,
) => Promise<Schemas["SuggestionsOut"] | Schemas["SuggestionsFailedOut"]>;

export const askOurPlaces: AskPlaces = (body, signal) =>
  unwrap(api.POST("/api/google-places", { body, signal }));

type Searching = {
  /** False once an address is chosen: a chosen address is not searched for. */
  isSearching: boolean;
  fewestCharacters?: number | undefined;
  askPlaces?: AskPlaces | undefined;
};

export function useSuggestions(input: string, searching: Searching): Found {
  const { isSearching, fewestCharacters = MIN_SEARCH_LENGTH, askPlaces = askOurPlaces } = searching;
  const [found, setFound] = useState(NOTHING);
  const failed = useRef(new Map<string, SearchFailure>());
  const asked = input.trim();
  const isWorthAsking = isSearching && asked.length >= fewestCharacters;

  useEffect(() => {
    if (!isWorthAsking) return setFound(NOTHING);
    const known = failed.current.get(asked);
    if (known) return setFound({ suggestions: [], failure: known });

    const given = new AbortController();
    const pause = setTimeout(async () => {
      const answer = await search(asked, given, askPlaces);
      if (given.signal.aborted && !answer.failure) return;
      if (answer.failure) failed.current.set(asked, answer.failure);
      setFound(answer);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(pause);
      given.abort(SUPERSEDED);
    };
  }, [asked, isWorthAsking, askPlaces]);

  return isWorthAsking ? found : NOTHING;
}

const SUPERSEDED = new DOMException("a later keystroke asked again", "AbortError");

async function search(input: string, given: AbortController, askPlaces: AskPlaces): Promise<Found> {
  const late = setTimeout(
    () => given.abort(new DOMException("no suggestions in time", "TimeoutError")),
    TIMEOUT_MS,
  );
  try {
    const answer = await askPlaces({ input, sessionToken: searchToken() }, given.signal);
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

/** Whether a refused search is for whoever runs the site to mend. */
export const isMisconfigured = (message: string, status: string): boolean =>
  MISCONFIGURED.test(`${message} ${status}`);

function failure(message: string, status: string): Found {
  const isConfiguration = isMisconfigured(message, status);
  return {
    suggestions: [],
    failure: { message: message || copy.suggestionsFailed, isConfiguration },
  };
}

/** What the box 'Error de configuración' says: what to repair, when the message tells. */
export const configurationAdvice = (message: string): string =>
  MISCONFIGURED.test(message) ? copy.keyMisconfigured : `${message} ${copy.configurationHelp}`;
