/** The controls of a page as a visitor finds them, and what the page says and shows. */
import type { JSHandle, Page } from "@playwright/test";

// What needs a script. Other links and forms are the browser's own.
const CONTROLS = [
  "astro-island :is(a[href], select, [type=radio], [type=checkbox], [role=button], [tabindex='0'])",
  "button",
  "summary",
].join();
// It opens another program or tab, or belongs to the map (coverage-map.spec.ts).
const ELSEWHERE = "[target], [href*=':'], [type=file], .leaflet-container, .leaflet-container *";
// ZIP codes, days, rows and questions: one of them is found.
const ALIKE = "li, td, [role=gridcell], details[name]";

export type Control = { name: string; isChosen: boolean };

declare global {
  interface Window {
    /** By their names, as they stand in the page now. */
    controlsByName: () => Map<string, HTMLElement>;
  }
}

/** Prepares a page for the functions below; call it before the page opens. */
export const prepareControls = (page: Page) =>
  page.addInitScript(
    ([controls, elsewhere, alike]) => {
      // The bar and the foot of the site are the same on every page.
      const isOfTheSite = (each: Element) =>
        location.pathname !== "/" && each.closest("body > :is(header, footer)") !== null;
      const nameOf = (each: HTMLElement) => {
        const others = each.closest(alike as string);
        if (others)
          return `${each.localName} of ${others.localName}.${each.className.slice(0, 40)}`;
        const { value = "", labels = null } = each as HTMLInputElement;
        const words = each.ariaLabel || labels?.[0]?.textContent || each.textContent || value;
        return `${each.localName} '${words.trim().slice(0, 80)}'`;
      };
      // Some are drawn by their label.
      const pressedOf = (each: HTMLElement) =>
        each.offsetWidth > 1 ? each : (each.closest("label") ?? each);
      const isInSight = (each: HTMLElement) =>
        each.checkVisibility({ visibilityProperty: true }) && each.offsetWidth > 1;
      window.controlsByName = () =>
        new Map(
          [...document.querySelectorAll<HTMLElement>(controls as string)]
            .filter((each) => !each.matches(`:disabled, ${elsewhere}`) && !isOfTheSite(each))
            .filter((each) => isInSight(pressedOf(each)))
            .toReversed() // the first of a name is kept
            .map((each) => [nameOf(each), pressedOf(each)]),
        );
      addEventListener("beforeprint", () => document.body.setAttribute("data-printed", ""));
    },
    [CONTROLS, ELSEWHERE, ALIKE],
  );

/** The controls that are in sight from the start. */
export const controlsOf = (page: Page): Promise<Control[]> =>
  page.evaluate(() =>
    [...window.controlsByName()].toReversed().map(([name, each]) => ({
      name,
      isChosen: each.matches(":checked, :has(:checked), [aria-pressed=true]"),
    })),
  );

/** The control of this name once it is there. */
export const controlNamed = (page: Page, name: string): Promise<JSHandle<HTMLElement>> =>
  page.waitForFunction((name) => window.controlsByName().get(name) ?? null, name, {
    timeout: 10_000,
  }) as Promise<JSHandle<HTMLElement>>;

/** Whether the control stands in the page without a script, and waits for one. */
export const isAsleep = (page: Page, name: string): Promise<boolean | null> =>
  page.evaluate((name) => {
    const control = window.controlsByName().get(name);
    if (!control) return null;
    return control.closest("astro-island")?.hasAttribute("ssr") ?? false;
  }, name);

/** Scrolls to a control; returns its middle, which nothing lies over. */
export const middleOf = (control: JSHandle<HTMLElement>): Promise<{ x: number; y: number }> =>
  control.evaluate((each) => {
    each.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = each.getBoundingClientRect();
    const middle = { x: left + width / 2, y: top + height / 2 };
    const hit = document.elementFromPoint(middle.x, middle.y);
    if (!(each.closest("label") ?? each).contains(hit))
      throw new Error(`${hit?.outerHTML.slice(0, 120)} lies over ${each.outerHTML.slice(0, 120)}`);
    return middle;
  });

/** What a page says and shows, and its address. */
export const stateOf = (page: Page) =>
  page.evaluate(() => {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const wordsOf = (selector: string) =>
      all(selector)
        .filter((each) => each.checkVisibility())
        .map((each) => each.textContent.slice(0, 200));
    const states = ["aria-expanded", "aria-pressed", "aria-selected", "aria-checked"];
    return {
      // A form that is sent without its script says in the query what it was.
      address: location.pathname + location.hash,
      open: wordsOf("dialog[open], details[open], [popover]:popover-open"),
      marked: states.flatMap((state) =>
        all(`[${state}=true]`).map((each) => `${state} ${each.textContent?.slice(0, 40)}`),
      ),
      chosen: all("input:checked").map((each) => (each as HTMLInputElement).name + each.ariaLabel),
      typed: all("input, select, textarea").map((each) => (each as HTMLInputElement).value),
      told: wordsOf("[role=alert], [role=status], [aria-invalid=true]"),
      inSight: [...window.controlsByName().keys()],
      titles: wordsOf("h1, h2, h3, legend"),
      turned: all("[tabindex='0']").map(({ scrollLeft, clientWidth }) =>
        Math.round(scrollLeft / clientWidth),
      ),
      videos: all("video").length,
      isPrinted: document.body.hasAttribute("data-printed"),
      focus: document.activeElement?.localName,
    };
  });
