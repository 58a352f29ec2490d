/** The arrival windows of a day. Staff set their hours; a visit keeps those it was booked with. */
import { arrivalWindows as usual } from "virtual:market";
import type { Schemas } from "#api/client.ts";
import { timeOf } from "#lib/dates.ts";
import { listedAsChoice } from "#lib/format.ts";
import { m } from "#paraglide/messages.js";
import { finishOf } from "./half-days.ts";
import { isBuild, termInForce } from "./market.ts";

export type WindowId = Schemas["OrderOut"]["appointment"]["time_window"];
type Hours = { start_time: string; end_time: string };
type Visit = { time_window: WindowId; start_at: string; end_at: string; ends_on?: string };

const CLOCK = /* @__PURE__ */ new Intl.DateTimeFormat(LOCALE, {
  hour: "numeric",
  minute: "2-digit",
  timeZone: "UTC",
});

/** "8:30 AM" of "08:30". Not among the dates, which the home page's script has too. */
const clockTime = (time: string): string =>
  CLOCK.format(Date.parse(`2026-01-01T${time}:00Z`)).replaceAll("\u202f", " ");

export const windowNames: Record<WindowId, string> = {
  morning: m.window_morning(),
  afternoon: m.window_afternoon(),
};
const ids = Object.keys(windowNames) as WindowId[];

// "08:30-12:30", and nothing for a window that is not on offer.
const stated = (id: WindowId): string => {
  const ofTheMarket = usual[id] ? `${usual[id].start}-${usual[id].end}` : "";
  return isBuild ? ofTheMarket : termInForce(`window_${id}`, ofTheMarket);
};

const timesOf = (id: WindowId): Hours => {
  const [start_time = "08:00", end_time = "17:00"] = stated(id).split("-").filter(Boolean);
  return { start_time, end_time };
};

/** The hours on offer, as the API writes them. */
export const windowTimes: Record<WindowId, Hours> = {
  morning: timesOf("morning"),
  afternoon: timesOf("afternoon"),
};

/** Those that can be chosen. */
export const offeredWindows = ids.filter((id) => stated(id) !== "");

const inWords = (id: WindowId) =>
  `${clockTime(windowTimes[id].start_time)} – ${clockTime(windowTimes[id].end_time)}`;

/** "8:30 AM – 12:30 PM", of those on offer. */
export const windowHours: Record<WindowId, string> = {
  morning: inWords("morning"),
  afternoon: inWords("afternoon"),
};

/** "8:30 AM – 12:30 PM or 1:00 PM – 5:00 PM" */
export const arrivalWindows = termInForce(
  "arrival_windows",
  listedAsChoice(offeredWindows.map((id) => windowHours[id])),
);

const plain = (instant: string) => timeOf(instant).replaceAll("\u202f", " ");

/** "8:30 AM" and "12:30 PM" of a visit. */
export const hoursOf = ({ start_at, end_at }: Omit<Visit, "time_window">) => ({
  start: plain(start_at),
  end: plain(end_at),
});

/** "8:30 AM – 12:30 PM" of a visit. */
export function visitHours(visit: Omit<Visit, "time_window">): string {
  const { start, end } = hoursOf(visit);
  return `${start} – ${end}`;
}

/** "Morning, 8:30 AM – 12:30 PM" of a visit, and the half day on which one of an afternoon ends. */
export function windowWithHours(visit: Visit): string {
  const window = `${windowNames[visit.time_window]}, ${visitHours(visit)}`;
  const finish = visit.ends_on && finishOf({ ...visit, ends_on: visit.ends_on });
  return finish ? `${window}. ${finish}` : window;
}
