/** The two arrival windows of a day. */
import type { Schemas } from "#api/client.ts";

export type WindowId = Schemas["OrderOut"]["appointment"]["time_window"];

export const windowNames: Record<WindowId, string> = { morning: "Morning", afternoon: "Afternoon" };

export const windowHours: Record<WindowId, string> = {
  morning: "8:30 AM – 12:30 PM",
  afternoon: "1:00 PM – 5:00 PM",
};

/** As the API writes the same hours. */
export const windowTimes: Record<WindowId, { start_time: string; end_time: string }> = {
  morning: { start_time: "08:30", end_time: "12:30" },
  afternoon: { start_time: "13:00", end_time: "17:00" },
};

/** "Morning, 8:30 AM – 12:30 PM" */
export const windowWithHours = (window: WindowId): string =>
  `${windowNames[window]}, ${windowHours[window]}`;
