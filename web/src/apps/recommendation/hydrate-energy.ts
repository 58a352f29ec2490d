/** Brings the energy modal when its button is touched; until then the page costs no application. */

const SIGNS = ["pointerenter", "touchstart", "focusin"] as const;

/** A press is never lost: it opens the modal as soon as it is there, and asks for the page anew if it cannot come. */
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
