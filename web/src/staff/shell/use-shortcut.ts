import { useEffect, useEffectEvent } from "react";

/** Run on a key, unless the user is typing somewhere or a dialog is open. */
export function useShortcut(key: string, run: () => void) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as HTMLElement).closest("input, textarea, select, dialog")) return;
    event.preventDefault();
    run();
  });
  useKeys(pressed);
}

/** Run on a key with Ctrl or Command, wherever the focus is. */
export function useCommandShortcut(key: string, run: () => void) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== key || !(event.ctrlKey || event.metaKey)) return;
    if (event.altKey || event.shiftKey) return;
    event.preventDefault();
    run();
  });
  useKeys(pressed);
}

function useKeys(pressed: (event: KeyboardEvent) => void) {
  const heard = useEffectEvent(pressed);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => heard(event);
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
