import { useState } from "react";

const kept = new Map<string, string>();

/** What is typed into a form stays until it is sent, also when its dialog or its page is left. */
export function useTyped(key: string) {
  const [typed, setTyped] = useState(() => kept.get(key) ?? "");
  const type = (next: string) => {
    kept.set(key, next);
    setTyped(next);
  };
  return { typed, type, forget: () => type("") };
}
