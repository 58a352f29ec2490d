/**
 * `client:interaction`: hydrates an island on the first key or pointer event on it; until
 * then it loads no script. A link or button that is pressed meanwhile is pressed again once the
 * island is hydrated, so that the first press does what every other does. It stands in every page,
 * so it is short.
 */
import type { ClientDirective } from "astro";

declare module "astro" {
  interface AstroClientDirectives {
    "client:interaction"?: boolean;
  }
}

const EVENTS = ["pointerenter", "focusin", "click"] as const;

const hydrateOnInteraction: ClientDirective = (load, _options, island) => {
  let pressed: HTMLElement | null | undefined;
  let isLoading = false;
  let isAwake = false;

  const wake = (event: Event) => {
    if (isAwake) return;
    // With a modifier key a link opens beside the page, which needs no script.
    if (
      event.type === "click" &&
      !(event as MouseEvent).ctrlKey &&
      !(event as MouseEvent).metaKey
    ) {
      pressed = (event.target as Element).closest<HTMLElement>("a,button");
      if (pressed) event.preventDefault();
    }
    if (isLoading) return;
    isLoading = true;
    load()
      .then((hydrate) => hydrate())
      .then(() => {
        // The component checks the form itself, but React sets its noValidate one render later.
        pressed?.closest("form")?.setAttribute("novalidate", "");
      })
      // When its script does not load, the link or form does what it does without.
      .finally(() => {
        isAwake = true;
        setTimeout(() => pressed?.click());
      });
  };
  for (const type of EVENTS) island.addEventListener(type, wake, true);
};

export default hydrateOnInteraction;
