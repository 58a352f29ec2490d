/** A `ref` for what replaces the element that had the focus, so that screen readers announce it. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus();

// False until the first heading was shown: the initial page load must not move the focus.
let hasMoved = false;

/** A `ref` for the heading of a page or step: takes the focus when it replaces another. */
export function focusUnlessFirst(heading: HTMLElement | null): void {
  if (!heading) return;
  if (hasMoved) heading.focus({ preventScroll: true });
  hasMoved = true;
}
