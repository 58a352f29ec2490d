import { type RefCallback, useCallback } from "react";

/**
 * Focus an element that has just appeared: a form itself, in any other its first button or link.
 */
export function useFocusOnOpen<Arriving extends HTMLElement>(): RefCallback<Arriving> {
  return useCallback((arriving: Arriving) => {
    // After the dialog was shown, because it focuses its close button itself.
    const frame = requestAnimationFrame(() => {
      const isForm = arriving instanceof HTMLFormElement;
      (isForm ? arriving : arriving.querySelector<HTMLElement>("button, a"))?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
}
