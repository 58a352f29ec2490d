/** The files that an island names: asked for all at once, instead of each when another asks for it. */
export function batchPreloads(island: HTMLElement): void {
  for (const href of island.dataset.files?.split(" ") ?? []) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    document.head.append(link);
  }
}
