import type { MouseEvent, ReactNode } from "react";
import { navigateTo } from "./navigation.ts";

/**
 * Link to another step, without a page load; clicks that open a new tab are left to the browser.
 */
export function StepLink({ href, children }: { href: string; children: ReactNode }) {
  const follow = (event: MouseEvent) => {
    const { button, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    navigateTo(href);
  };
  return (
    <a href={href} onClick={follow}>
      {children}
    </a>
  );
}
