/** A reservation that the payment provider has confirmed, counted once for each order (EVT-02.2). */
import { track } from "#lib/analytics.ts";
import { readLocal, writeLocal } from "#lib/storage.ts";

const KEY = "counted-orders";
const MOST_KEPT = 20;

/** Call it only with an appointment that the server calls confirmed. */
export function trackReservation(orderId: string): void {
  const { gtag } = globalThis as { gtag?: unknown };
  if (typeof gtag !== "function") return;
  const stored = readLocal<string[]>(KEY);
  const counted = Array.isArray(stored) ? stored : [];
  if (counted.includes(orderId)) return;
  writeLocal(KEY, [orderId, ...counted].slice(0, MOST_KEPT));
  for (const id of adsTags()) gtag("config", id);
  track("reservation_confirmed", { transaction_id: orderId });
}

// The ads tags of STANDBY_ANALYTICS_ID, which the server puts into pages (page_templates.py, VPS-01.6).
function adsTags(): string[] {
  const ids = document.querySelector<HTMLElement>("script[data-ids]")?.dataset.ids ?? "";
  return ids.split(",").filter((id) => id.startsWith("AW-"));
}
