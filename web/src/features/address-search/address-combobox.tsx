import { type KeyboardEvent, type Ref, useEffect, useId, useState } from "react";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import { newId } from "#lib/ids.ts";
import { m } from "#paraglide/messages.js";
import { AddressAutofillParts, useAddressAutofill } from "#ui/address-autofill.tsx";
import { Field, fieldControl } from "#ui/field.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";

type AddressComboboxProps = {
  label?: string | undefined;
  /** Minimum length to search; shorter input is not searched for. */
  fewestCharacters?: number | undefined;
  /** Must be stable between renders; a new function triggers a new search. */
  searchPlaces?: SearchPlaces | undefined;
  value: string;
  onType: (address: string) => void;
  onChoose: (address: string) => void;
  /** Called on Enter without a choice; if absent, Enter submits the form. */
  onEnter?: (() => void) | undefined;
  error?: string | null | undefined;
  hint?: string | undefined;
  required?: boolean | undefined;
  inputRef: Ref<HTMLInputElement>;
};

const MOVES: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Text input with suggestions (WAI-ARIA combobox); a plain input without a script. */
export function AddressCombobox(props: AddressComboboxProps) {
  const { value, onType, onChoose, onEnter, error, hint, required, inputRef } = props;
  const listId = useId();
  const [isSearching, setIsSearching] = useState(false);
  const [active, setActive] = useState(-1);
  const { label = m.address_search_label(), fewestCharacters, searchPlaces } = props;
  const { suggestions, missing, failure } = useSuggestions(value, {
    isSearching,
    fewestCharacters,
    searchPlaces,
  });
  const isOpen = isSearching && suggestions.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  const close = () => {
    setIsSearching(false);
    setActive(-1);
  };
  const choose = (suggestion: Suggestion) => {
    close();
    renewSearchToken();
    onChoose(suggestion.description);
  };
  const move = (by: number) => {
    setIsSearching(true);
    const count = suggestions.length + 1; // one more position: the input itself
    setActive((now) => ((now + 1 + by + count) % count) - 1);
  };
  const autofill = useAddressAutofill((line) => {
    close(); // whole already: nothing to suggest
    onType(line);
  });
  const asked = missing && MISSING[missing]();
  const chosen = isOpen ? suggestions[active] : undefined;
  const enter = () => {
    if (chosen) return choose(chosen);
    close();
    onEnter?.();
  };
  const leave = isOpen ? close : null;
  const take = chosen || onEnter ? enter : null;

  return (
    <div className="grid min-w-0 gap-2">
      <Field label={label} hint={hint} note={asked} error={error ?? plainMessage(failure)}>
        {(ids) => (
          <div className="relative">
            <input
              {...ids}
              ref={inputRef}
              className={fieldControl("md", "iconBefore")}
              name="address"
              type="text"
              autoComplete="street-address"
              enterKeyHint="go"
              placeholder={m.address_search_placeholder()}
              maxLength={200}
              required={required}
              role="combobox"
              aria-autocomplete="list"
              aria-expanded={isOpen}
              aria-controls={listId}
              aria-activedescendant={isOpen && active >= 0 ? optionId(active) : undefined}
              value={value}
              onChange={(event) => {
                setIsSearching(true);
                setActive(-1);
                onType(autofill.takeLine(event.currentTarget.value));
              }}
              onKeyDown={keys({ move, leave, take })}
              onBlur={close}
            />
            <Icon
              name="map-pin"
              className="pointer-events-none absolute inset-y-0 start-3.5 z-1 my-auto text-quiet end-auto"
            />
            <AddressAutofillParts onFill={autofill.takePart} />
            <Suggestions
              id={listId}
              isOpen={isOpen}
              asked={asked}
              suggestions={suggestions}
              active={active}
              optionId={optionId}
              onChoose={choose}
            />
          </div>
        )}
      </Field>
      {failure?.isConfiguration && (
        <Notice tone="danger" title={m.address_search_configuration_title()}>
          {configurationAdvice(failure.message)}
        </Notice>
      )}
    </div>
  );
}

type KeyActions = {
  move: (by: number) => void;
  leave: (() => void) | null;
  take: (() => void) | null;
};

const keys =
  ({ move, leave, take }: KeyActions) =>
  (event: KeyboardEvent) => {
    const by = MOVES[event.key];
    const action = by ? () => move(by) : { Escape: leave, Enter: take }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };

const plainMessage = (failure: { message: string; isConfiguration: boolean } | null) =>
  failure && !failure.isConfiguration ? failure.message : undefined;

const MISSING = {
  town_or_zip: m.address_search_add_town,
  zip: m.address_search_add_zip,
};

const OPTION = {
  active: "bg-glass-surface [box-shadow:inset_3px_0_0_var(--chosen)]",
  other: "hover:bg-glass-surface",
};

type SuggestionsProps = {
  id: string;
  isOpen: boolean;
  asked: string | null;
  suggestions: Suggestion[];
  active: number;
  optionId: (index: number) => string;
  onChoose: (suggestion: Suggestion) => void;
};

// The list stays in the DOM when empty, because the input's aria-controls points at it.
function Suggestions(props: SuggestionsProps) {
  const { id, isOpen, asked, suggestions, active, optionId, onChoose } = props;
  return (
    <>
      <div
        className="absolute inset-x-0 top-[calc(100%+0.25rem)] z-30 max-h-88 overflow-y-auto overscroll-contain rounded-md border border-line bg-surface-raised p-1 text-start text-ink shadow-md"
        id={id}
        role="listbox"
        aria-label={m.address_search_suggestions()}
        hidden={!isOpen}
      >
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input holds the focus and hears the keys.
          <div
            className={`grid min-h-target cursor-pointer content-center rounded-sm px-3 py-2 ${OPTION[index === active ? "active" : "other"]}`}
            key={suggestion.place_id}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(suggestion)}
          >
            <span className="leading-[1.35] font-semibold">
              {suggestion.structured_formatting.main_text}
            </span>
            <span className="text-sm leading-[1.35] text-quiet">{secondaryText(suggestion)}</span>
          </div>
        ))}
      </div>
      <VisuallyHidden>
        <span role="status">
          {isOpen ? m.address_search_count({ count: suggestions.length }) : asked}
        </span>
      </VisuallyHidden>
    </>
  );
}

const secondaryText = ({ structured_formatting, is_street_as_typed }: Suggestion) =>
  is_street_as_typed
    ? m.address_search_street_as_typed({ town: structured_formatting.secondary_text })
    : structured_formatting.secondary_text;

const MIN_SEARCH_LENGTH = 2; // ADDR-01.1
const DEBOUNCE_MS = 300; // ADDR-01.2
const TIMEOUT_MS = 10_000; // ADDR-01.5
const MOST_SHOWN = 5; // ADDR-01.3

type Suggestion = Schemas["PredictionOut"];
type SearchFailure = { message: string; isConfiguration: boolean };
type SuggestionsState = {
  suggestions: Suggestion[];
  /** What to ask the visitor for, as nothing can be suggested without it. */
  missing: keyof typeof MISSING | null;
  failure: SearchFailure | null;
};

/** What was found last, and for which text: what it lacks is asked for until the text changes. */
type Found = SuggestionsState & { query: string };

const EMPTY: SuggestionsState = { suggestions: [], missing: null, failure: null };

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

/**
 * Suggestions for what the visitor types: debounced, and never requested twice for an input that
 * failed (ADDR-01). A failure is told until the text changes, also when the visitor goes on to
 * press a button: what stands above it must not move (PRESS-01.4).
 */
function useSuggestions(input: string, searching: SuggestionsOptions): SuggestionsState {
  const {
    isSearching,
    fewestCharacters = MIN_SEARCH_LENGTH,
    searchPlaces = searchOurPlaces,
  } = searching;
  const [found, setFound] = useState<Found>({ ...EMPTY, query: "" });
  const [failed, setFailed] = useState<ReadonlyMap<string, SearchFailure>>(new Map());
  const query = input.trim();
  const failure = failed.get(query) ?? null;
  const isWorthAsking = isSearching && query.length >= fewestCharacters;
  const isAsked = isWorthAsking && !failure;

  useEffect(() => {
    if (!isAsked) return setFound((before) => ({ ...before, suggestions: [] }));

    const controller = new AbortController();
    const pause = setTimeout(async () => {
      const answer = await search(query, controller, searchPlaces);
      const { failure } = answer;
      if (failure) setFailed((before) => new Map(before).set(query, failure));
      else if (!controller.signal.aborted) setFound({ ...answer, query });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(pause);
      controller.abort(SUPERSEDED);
    };
  }, [query, isAsked, searchPlaces]);

  return {
    suggestions: isAsked ? found.suggestions : [],
    missing: found.query === query ? found.missing : null,
    failure,
  };
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
    const { predictions, missing = null } = answer;
    return { suggestions: predictions.slice(0, MOST_SHOWN), missing, failure: null };
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
    ...EMPTY,
    failure: { message: message || m.address_search_suggestions_failed(), isConfiguration },
  };
}

/** Text of the box 'Error de configuración': what to repair, if the message says so. */
const configurationAdvice = (message: string): string =>
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
