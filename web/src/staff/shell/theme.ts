/** The console in light or dark: as the device is set, or as chosen on this device. */
import { readLocal, writeLocal } from "#lib/storage.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEY = "staff-theme"; // read by the admin's activity.js too

export const chosenTheme = (): Theme => readLocal<Theme>(KEY) ?? "system";

export function chooseTheme(theme: Theme): void {
  writeLocal(KEY, theme);
  applyTheme();
}

/** Follow the choice and the device until the returned function is called. */
export function followTheme(): () => void {
  const device = matchMedia("(prefers-color-scheme: dark)");
  applyTheme();
  device.addEventListener("change", applyTheme);
  return () => {
    device.removeEventListener("change", applyTheme);
    document.documentElement.classList.remove("on-night");
  };
}

function applyTheme(): void {
  const theme = chosenTheme();
  const isDark =
    theme === "dark" || (theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.classList.toggle("on-night", isDark);
}
