import { useEffect, useRef } from "react";

/** Focus goes to what has just come: to its first button, else to itself. */
export function useFocusOnOpen<Arriving extends HTMLElement>() {
  const arriving = useRef<Arriving>(null);

  useEffect(() => {
    // After the dialog was shown, which puts focus on its way out.
    const frame = requestAnimationFrame(() => {
      const { current } = arriving;
      const isForm = current instanceof HTMLFormElement;
      (isForm ? current : current?.querySelector<HTMLElement>("button, a"))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  return arriving;
}
