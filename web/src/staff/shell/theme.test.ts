import { expect, test, vi } from "vitest";
import { chooseTheme, followTheme } from "./theme.ts";

const isDark = () => document.documentElement.classList.contains("on-night");

test("LOOK-01.1 the console is dark or light by choice, else as the device is set", () => {
  const device = Object.assign(new EventTarget(), { matches: true });
  vi.stubGlobal("matchMedia", () => device);

  const stop = followTheme();
  expect(isDark()).toBe(true);
  chooseTheme("light");
  expect(isDark()).toBe(false);
  chooseTheme("system");
  expect(isDark()).toBe(true);

  device.matches = false;
  device.dispatchEvent(new Event("change"));
  expect(isDark()).toBe(false);
  chooseTheme("dark");
  expect(isDark()).toBe(true);

  stop();
  expect(isDark()).toBe(false);
});
