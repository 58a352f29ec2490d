/** Content of an area's popup. Plain DOM, because it is rendered inside a third-party map. */

import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import type { Area } from "./map-drawing.ts";

export function areaPopup({ zipCode, city }: Area, region: string | null): HTMLElement {
  const popup = document.createElement("div");
  popup.className = "area-popup";
  const link = document.createElement("a");
  link.className = "area-popup__link";
  link.href = paths.wizard.address;
  link.textContent = m.coverage_map_check();
  popup.append(
    line("area-popup__zip", zipCode),
    line("area-popup__place", [city, region].filter(Boolean).join(" · ")),
    link,
  );
  return popup;
}

function line(className: string, words: string): HTMLElement {
  const paragraph = document.createElement("p");
  paragraph.className = className;
  paragraph.textContent = words;
  return paragraph;
}
