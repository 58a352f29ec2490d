import { useEffect, useEffectEvent } from "react";

/** Calls `onReturn` when the browser shows this page again as it was left, with nothing reloaded. */
export function usePageReturn(onReturn: () => void): void {
  const restored = useEffectEvent((event: PageTransitionEvent) => event.persisted && onReturn());

  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => restored(event);
    window.addEventListener("pageshow", onPageShow);
    return () => window.removeEventListener("pageshow", onPageShow);
  }, []);
}
