/**
 * Loads the energy modal on the first interaction with its button, so that the page itself needs no
 * React.
 */

const SIGNS = ["pointerenter", "touchstart", "focusin"] as const;

/**
 * Attach the loading. A click before the modal is loaded still opens it; if loading fails, the page
 * is reloaded.
 */
export function hydrateEnergyDialog(form: HTMLFormElement): void {
  let coming: Promise<() => void> | null = null;

  const bring = () => {
    coming ??= import("./energy-dialog.tsx").then(({ energyDialogIn }) => {
      const host = document.createElement("div");
      form.after(host);
      return energyDialogIn(host);
    });
    return coming;
  };
  const open = () =>
    bring().then(
      (show) => show(),
      () => form.submit(),
    );

  for (const sign of SIGNS)
    form.addEventListener(sign, () => void bring().catch(() => {}), { once: true, passive: true });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void open();
  });
  if (new URL(location.href).searchParams.has("open")) void bring().then((show) => show());
}
