/**
 * `client:island`: the one way in which a part of a page is hydrated: at once ("load"), near the
 * screen ("visible"), or on the first key or pointer event ("interaction").
 *
 * No press is lost meanwhile (PRESS-01). A filled form that has an address of its own is sent as it
 * is without a script. Any other press waits for the scripts and then happens once; what React has
 * not hydrated by then, it hydrates before it answers. Pressed again while it waits, a control
 * still answers once, because nothing has answered in between. Enter in a field without a form is
 * such a press. It stands in every page, so it is short.
 */
import type { ClientDirective } from "astro";

declare module "astro" {
  interface AstroClientDirectives {
    "client:island"?: "load" | "visible" | "interaction";
  }
}

const SIGNS = ["pointerenter", "focusin"];
const ENTER = "keydown";
const PRESSES = ["click", "change", ENTER];
// What opens another program or tab needs no script, and no browser lets a script do it late. Text
// is typed without a script (ui/hydration.ts).
const CONTROLS = "a:not([target],[href*=':']),button,label,[type=checkbox],[type=radio],[tabindex]";

const wakeIsland: ClientDirective = (load, { value }, island) => {
  const waiting = new Map<Element, Event>();
  let isLoading = false;

  const wake = () => {
    if (isLoading) return;
    isLoading = true;
    load()
      .then((hydrate) => hydrate())
      .then(() => {
        // Its component checks a form itself, but React sets noValidate one render later.
        for (const pressed of waiting.keys())
          pressed.closest("form")?.setAttribute("novalidate", "");
      })
      // When its script does not load, links and forms do what they do without.
      .finally(() => {
        for (const press of PRESSES) island.removeEventListener(press, wait, true);
        for (const [pressed, event] of waiting) setTimeout(() => repeat(pressed, event));
      });
  };
  const wait = (event: Event) => {
    wake();
    const { ctrlKey, metaKey } = event as MouseEvent; // opens a link beside the page
    const pressed = pressedBy(event);
    if (!pressed || ctrlKey || metaKey || isSent(pressed)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    waiting.set(pressed, event);
  };

  for (const press of PRESSES) island.addEventListener(press, wait, true);
  if (value === "load") wake();
  else if (value === "visible") {
    const watch = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        watch.disconnect();
        wake();
      },
      { rootMargin: "600px" },
    );
    for (const child of island.children) watch.observe(child);
  } else for (const sign of SIGNS) island.addEventListener(sign, wake, true);
};

// React hydrates what an event is meant for before it answers. By the click itself that is too late:
// the box is ticked already, and React sees no change.
function repeat(pressed: Element, event: Event): void {
  for (const type of event.type === ENTER ? [ENTER] : ["mouseup", event.type])
    pressed.dispatchEvent(new (event.constructor as typeof MouseEvent)(type, event));
}

function pressedBy(event: Event): HTMLElement | null {
  const at = event.target as Element;
  if (event.type === "click") return at.closest<HTMLElement>(CONTROLS);
  if (event.type === "change") return at.closest("select");
  // In a form, Enter sends it.
  return (event as KeyboardEvent).key === "Enter"
    ? at.closest("[role=combobox]:not(form *)")
    : null;
}

const isSent = (pressed: HTMLElement) => {
  const { type, form } = pressed as HTMLButtonElement;
  return type === "submit" && form?.hasAttribute("action") && form.checkValidity();
};

export default wakeIsland;
