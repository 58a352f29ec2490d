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
type SuggestionsState = { suggestions: Suggestion[]; failure: SearchFailure | null };

const NOTHING: SuggestionsState = { suggestions: [], failure: null };

/** Who is asked for addresses; another one than our own server where the page has it. */
export type AskPlaces = (
  query: { input: string; sessionToken: string },
  signal: AbortSignal,
) => Promise<Schemas["SuggestionsOut"] | Schemas["SuggestionsFailedOut"]>;

export const askOurPlaces: AskPlaces = (body, signal) =>
  unwrap(api.POST("/api/google-places", { body, signal }));

type SuggestionsOptions = {
  /** False once an address is chosen: a chosen address is not searched for. */
  isSearching: boolean;
  fewestCharacters?: number | undefined;
  askPlaces?: AskPlaces | undefined;
};

export function useSuggestions(input: string, searching: SuggestionsOptions): SuggestionsState {
  const { isSearching, fewestCharacters = MIN_SEARCH_LENGTH, askPlaces = askOurPlaces } = searching;
  const [state, setState] = useState(NOTHING);
  const failed = useRef(new Map<string, SearchFailure>());
  const query = input.trim();
  const isWorthAsking = isSearching && query.length >= fewestCharacters;

  useEffect(() => {
    if (!isWorthAsking) return setState(NOTHING);
    const known = failed.current.get(query);
    if (known) return setState({ suggestions: [], failure: known });

    const controller = new AbortController();
    const pause = setTimeout(async () => {
      const answer = await search(query, controller, askPlaces);
      if (controller.signal.aborted && !answer.failure) return;
      if (answer.failure) failed.current.set(query, answer.failure);
      setState(answer);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(pause);
      controller.abort(SUPERSEDED);
    };
  }, [query, isWorthAsking, askPlaces]);

  return isWorthAsking ? state : NOTHING;
}

const SUPERSEDED = new DOMException("a later keystroke asked again", "AbortError");

async function search(
  input: string,
  controller: AbortController,
  askPlaces: AskPlaces,
): Promise<SuggestionsState> {
  const late = setTimeout(
    () => controller.abort(new DOMException("no suggestions in time", "TimeoutError")),
    TIMEOUT_MS,
  );
  try {
    const answer = await askPlaces({ input, sessionToken: searchToken() }, controller.signal);
    if ("error" in answer) return failure(answer.error, answer.status);
    return { suggestions: answer.predictions.slice(0, MOST_SHOWN), failure: null };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return problem.code === "aborted" ? NOTHING : failure(errorTextOf(problem), problem.code);
  } finally {
    clearTimeout(late);
  }
}

function errorTextOf(problem: Problem): string {
  if (problem.code === "timeout") return copy.timeout;
  return problem.status === 0 || problem.code === "unknown" ? "" : problem.detail;
}

const MISCONFIGURED = /api.?key|misconfigured|denied|not configured/i;

/** Whether a refused search is for whoever runs the site to mend. */
export const isMisconfigured = (message: string, status: string): boolean =>
  MISCONFIGURED.test(`${message} ${status}`);

function failure(message: string, status: string): SuggestionsState {
  const isConfiguration = isMisconfigured(message, status);
  return {
    suggestions: [],
    failure: { message: message || copy.suggestionsFailed, isConfiguration },
  };
}

/** What the box 'Error de configuración' says: what to repair, when the message tells. */
export const configurationAdvice = (message: string): string =>
  MISCONFIGURED.test(message) ? copy.keyMisconfigured : `${message} ${copy.configurationHelp}`;
