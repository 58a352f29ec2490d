import { useState } from "react";

const drafts = new Map<string, string>();

/** Form text that survives closing the dialog or leaving the page, until it is sent. */
export function useDraftText(key: string) {
  const [text, setText] = useState(() => drafts.get(key) ?? "");
  const type = (next: string) => {
    drafts.set(key, next);
    setText(next);
  };
  return { typed: text, type, forget: () => type("") };
}
