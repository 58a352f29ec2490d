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
  let pending: Promise<() => void> | null = null;

  const loadField = () => {
    pending ??= import("./energy-dialog.tsx").then(({ energyDialogIn }) => {
      const host = document.createElement("div");
      form.after(host);
      return energyDialogIn(host);
    });
    return pending;
  };
  const open = () =>
    loadField().then(
      (show) => show(),
      () => form.submit(),
    );

  for (const sign of SIGNS)
    form.addEventListener(sign, () => void loadField().catch(() => {}), {
      once: true,
      passive: true,
    });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void open();
  });
  if (new URL(location.href).searchParams.has("open")) void loadField().then((show) => show());
}
