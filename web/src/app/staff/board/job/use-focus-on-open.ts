import { useEffect, useRef } from "react";

/**
 * Focus an element that has just appeared: a form itself, in any other its first button or link.
 */
export function useFocusOnOpen<Arriving extends HTMLElement>() {
  const arriving = useRef<Arriving>(null);

  useEffect(() => {
    // After the dialog was shown, because it focuses its close button itself.
    const frame = requestAnimationFrame(() => {
      const { current } = arriving;
      const isForm = current instanceof HTMLFormElement;
      (isForm ? current : current?.querySelector<HTMLElement>("button, a"))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  return arriving;
}
