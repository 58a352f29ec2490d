/** Scroll to the first error inside an element and focus it, once the errors are rendered. */
export function showFirstError(container: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const first = container?.querySelector<HTMLElement>(":is([aria-invalid], [data-error])");
    first?.scrollIntoView({ block: "center" });
    if (first?.matches("input")) first.focus({ preventScroll: true });
  });
}
