/**
 * Preload all files an island needs at once, instead of one after another as imports are
 * discovered.
 */
export function batchPreloads(island: HTMLElement): void {
  for (const href of island.dataset.files?.split(" ") ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
}
