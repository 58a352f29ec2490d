import { useState } from "react";

const drafts = new Map<string, string>();

/** What is typed into a form stays until it is sent, also when its dialog or its page is left. */
export function useDraftText(key: string) {
  const [text, setText] = useState(() => drafts.get(key) ?? "");
  const type = (next: string) => {
    drafts.set(key, next);
    setText(next);
  };
  return { typed: text, type, forget: () => type("") };
}
