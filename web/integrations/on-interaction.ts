/**
 * `client:interaction`: hydrates an island on the first touch, key or pointer event on it; until
 * then it loads no script. A link or button that is pressed meanwhile is pressed again once the
 * island is hydrated, so that the first press does what every other does.
 */
import type { ClientDirective } from "astro";

declare module "astro" {
  interface AstroClientDirectives {
    "client:interaction"?: boolean;
  }
}

const EVENTS = ["pointerenter", "touchstart", "focusin", "click"] as const;

const hydrateOnInteraction: ClientDirective = (load, _options, island) => {
  const asleep = new AbortController();
  let pressed: HTMLElement | null = null;
  let isLoading = false;

  const wake = async (event: Event) => {
    const { type, target, ctrlKey, metaKey } = event as MouseEvent;
    // With a modifier key a link opens beside the page, which needs no script.
    if (type === "click" && !ctrlKey && !metaKey) {
      pressed = (target as Element).closest<HTMLElement>("a,button");
      if (pressed) {
        event.preventDefault();
        event.stopPropagation();
      }
    }
    if (isLoading) return;
    isLoading = true;
    try {
      await (await load())();
    } finally {
      asleep.abort();
      // When its script does not load, the link or form does what it does without.
      setTimeout(() => pressed?.click());
    }
  };
  for (const type of EVENTS)
    island.addEventListener(type, wake, { capture: true, signal: asleep.signal });
};

export default hydrateOnInteraction;
