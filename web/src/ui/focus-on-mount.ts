/** A `ref` for what replaces the element that had the focus, so that screen readers announce it. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus();
