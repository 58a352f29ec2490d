import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { TextField } from "#ui/text-field.tsx";
import { listWords as words } from "./copy.ts";

const PAUSE_MS = 250; // long enough to finish a word, short enough to feel immediate

type OrderSearchProps = { asked: string; onAsk: (asked: string) => void };

/** One box for anything one may know of an order; it asks by itself when the typing pauses. */
export function OrderSearch({ asked, onAsk }: OrderSearchProps) {
  const [typed, setTyped] = useState(asked);
  const [told, setTold] = useState(asked);
  const input = useRef<HTMLInputElement>(null);
  useSlash(input);

  // The address changed by itself: back, forward, or "show all".
  if (asked !== told) {
    setTold(asked);
    if (typed.trim() !== asked) setTyped(asked);
  }

  useEffect(() => {
    if (typed.trim() === asked) return;
    const pause = setTimeout(() => onAsk(typed), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [typed, asked, onAsk]);

  const askNow = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== asked) onAsk(typed);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is younger than some browsers in use.
    <form className="order-search" role="search" onSubmit={askNow}>
      <TextField
        label={words.search}
        hint={words.searchHint}
        placeholder={words.shortcut}
        name="q"
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={setTyped}
        inputRef={input}
      />
    </form>
  );
}

/** The key `/` leads to the box, unless one is typing elsewhere. */
function useSlash(input: RefObject<HTMLInputElement | null>) {
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
