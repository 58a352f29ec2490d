import { useEffect, useRef } from "react";

/** Move the focus to an element that has just appeared: to its first button, else to itself. */
export function useFocusOnOpen<Arriving extends HTMLElement>() {
  const arriving = useRef<Arriving>(null);

  useEffect(() => {
    // After the dialog's own focus handling, which would move it away again.
    const frame = requestAnimationFrame(() => {
      const { current } = arriving;
      const isForm = current instanceof HTMLFormElement;
      (isForm ? current : current?.querySelector<HTMLElement>("button, a"))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  return arriving;
}
