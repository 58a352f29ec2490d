/**
 * Address suggestions for what the visitor types: debounced, and never requested twice for an input
 * that failed (ADDR-01).
 */

import { useEffect, useRef, useState } from "react";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import { newId } from "#lib/ids.ts";
import { m } from "#paraglide/messages.js";

const MIN_SEARCH_LENGTH = 2; // ADDR-01.1
const DEBOUNCE_MS = 300; // ADDR-01.2
const TIMEOUT_MS = 10_000; // ADDR-01.5
const MOST_SHOWN = 5; // ADDR-01.3

export type Suggestion = Schemas["PredictionOut"];
type SearchFailure = { message: string; isConfiguration: boolean };
type SuggestionsState = { suggestions: Suggestion[]; failure: SearchFailure | null };

const EMPTY: SuggestionsState = { suggestions: [], failure: null };

/** Function that fetches suggestions. A page may pass one that does not call our server. */
export type SearchPlaces = (
  query: { input: string; sessionToken: string },
  signal: AbortSignal,
) => Promise<Schemas["SuggestionsOut"] | Schemas["SuggestionsFailedOut"]>;

export const searchOurPlaces: SearchPlaces = (body, signal) =>
  unwrap(api.POST("/api/google-places", { body, signal }));

type SuggestionsOptions = {
  /** False once an address is chosen, so that the chosen address is not searched for again. */
  isSearching: boolean;
  fewestCharacters?: number | undefined;
  searchPlaces?: SearchPlaces | undefined;
};

export function useSuggestions(input: string, searching: SuggestionsOptions): SuggestionsState {
  const {
    isSearching,
    fewestCharacters = MIN_SEARCH_LENGTH,
    searchPlaces = searchOurPlaces,
  } = searching;
  const [state, setState] = useState(EMPTY);
  const failed = useRef(new Map<string, SearchFailure>());
  const query = input.trim();
  const isWorthAsking = isSearching && query.length >= fewestCharacters;

  useEffect(() => {
    if (!isWorthAsking) return setState(EMPTY);
    const cachedFailure = failed.current.get(query);
    if (cachedFailure) return setState({ suggestions: [], failure: cachedFailure });

    const controller = new AbortController();
    const pause = setTimeout(async () => {
      const answer = await search(query, controller, searchPlaces);
      if (controller.signal.aborted && !answer.failure) return;
      if (answer.failure) failed.current.set(query, answer.failure);
      setState(answer);
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(pause);
      controller.abort(SUPERSEDED);
    };
  }, [query, isWorthAsking, searchPlaces]);

  return isWorthAsking ? state : EMPTY;
}

const SUPERSEDED = new DOMException("a later keystroke asked again", "AbortError");

async function search(
  input: string,
  controller: AbortController,
  searchPlaces: SearchPlaces,
): Promise<SuggestionsState> {
  const late = setTimeout(
    () => controller.abort(new DOMException("no suggestions in time", "TimeoutError")),
    TIMEOUT_MS,
  );
  try {
    const answer = await searchPlaces({ input, sessionToken: searchToken() }, controller.signal);
    if ("error" in answer) return failure(answer.error, answer.status);
    return { suggestions: answer.predictions.slice(0, MOST_SHOWN), failure: null };
  } catch (problem) {
    if (!(problem instanceof Problem)) throw problem;
    return problem.code === "aborted" ? EMPTY : failure(errorTextOf(problem), problem.code);
  } finally {
    clearTimeout(late);
  }
}

function errorTextOf(problem: Problem): string {
  if (problem.code === "timeout") return m.address_search_timeout();
  return problem.status === 0 || problem.code === "unknown" ? "" : problem.detail;
}

const MISCONFIGURED = /api.?key|misconfigured|denied|not configured/i;

/**
 * Whether a failed search is a configuration error that the site's operator must fix (ERR-01.2).
 */
export const isMisconfigured = (message: string, status: string): boolean =>
  MISCONFIGURED.test(`${message} ${status}`);

function failure(message: string, status: string): SuggestionsState {
  const isConfiguration = isMisconfigured(message, status);
  return {
    suggestions: [],
    failure: { message: message || m.address_search_suggestions_failed(), isConfiguration },
  };
}

/** Text of the box 'Error de configuración': what to repair, if the message says so. */
export const configurationAdvice = (message: string): string =>
  MISCONFIGURED.test(message)
    ? m.address_search_key_misconfigured()
    : `${message} ${m.address_search_configuration_help()}`;

// Groups the keystrokes of one address search, for the provider's billing.
let token = "";

/** The current token, random per page load (ADDR-01.7). */
export function searchToken(): string {
  token ||= newId();
  return token;
}

/** Start a new token. Choosing an address ends a search, so the next keystroke begins another. */
export function renewSearchToken(): void {
  token = newId();
}
