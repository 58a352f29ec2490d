import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { TextField } from "#ui/text-field.tsx";
import { listWords as words } from "./copy.ts";

const PAUSE_MS = 250; // long enough to finish a word, short enough to feel immediate

type OrderSearchProps = { query: string; onSearch: (initialQuery: string) => void };

/** Search by anything known about an order; submits itself when typing pauses. */
export function OrderSearch({ query: initialQuery, onSearch }: OrderSearchProps) {
  const [text, setText] = useState(initialQuery);
  const [submitted, setSubmitted] = useState(initialQuery);
  const input = useRef<HTMLInputElement>(null);
  useSlashShortcut(input);

  // The URL changed otherwise: back, forward, or "show all".
  if (initialQuery !== submitted) {
    setSubmitted(initialQuery);
    if (text.trim() !== initialQuery) setText(initialQuery);
  }

  useEffect(() => {
    if (text.trim() === initialQuery) return;
    const pause = setTimeout(() => onSearch(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text, initialQuery, onSearch]);

  const submitNow = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== initialQuery) onSearch(text);
  };
  return (
    <search>
      <form className="max-w-176" onSubmit={submitNow}>
        <TextField
          size="sm"
          label={words.search}
          hint={words.searchHint}
          placeholder={words.shortcut}
          name="q"
          type="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={setText}
          inputRef={input}
        />
      </form>
    </search>
  );
}

// The key `/` focuses the search, unless the user is typing elsewhere.
function useSlashShortcut(input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as HTMLElement).closest("input, textarea, select, dialog")) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [input]);
}
