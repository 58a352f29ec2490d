import type { Schemas } from "#api/client.ts";
import { m } from "#paraglide/messages.js";
import { useMe } from "./me.tsx";

type Channel = Schemas["StaffMeOut"]["not_connected"][number];
type Told = { customer: { name: string }; email_updates: boolean; sms_updates: boolean };

/**
 * In words whether the customer of an order is told, by the ways that are connected and that they
 * have not turned off: "Ada is notified by text and email."
 */
export function useTold(): (order: Told) => string {
  const { not_connected } = useMe();
  return ({ customer, email_updates, sms_updates }) => {
    const open: Channel[] = [];
    if (email_updates) open.push("email");
    if (sms_updates) open.push("sms");
    return m.staff_told({ name: customer.name, ways: waysOf(open, not_connected) });
  };
}

/** The same of somebody who may have turned off either. */
export function useToldByName(): (name: string) => string {
  const { not_connected } = useMe();
  const leaving = leavingOf(not_connected);
  const ways = leaving === "none" ? "kept" : `maybe_${leaving}`;
  return (name) => m.staff_told({ name, ways });
}

/** Which ways are connected, whoever it goes to. */
export function useLeaving(): "both" | "none" | Channel {
  return leavingOf(useMe().not_connected);
}

/** In words which ways are not connected, so that nothing beside it promises them; else empty. */
export function useNotConnected(): string {
  const leaving = useLeaving();
  if (leaving === "both") return "";
  if (leaving === "none") return m.staff_not_connected({ ways: "both" });
  return m.staff_not_connected({ ways: leaving === "email" ? "sms" : "email" });
}

const leavingOf = (notConnected: readonly Channel[]) => {
  const leaving = BOTH.filter((channel) => !notConnected.includes(channel));
  return leaving.length === BOTH.length ? "both" : (leaving[0] ?? "none");
};

const BOTH: readonly Channel[] = ["email", "sms"];

function waysOf(open: readonly Channel[], notConnected: readonly Channel[]) {
  const leaving = open.filter((channel) => !notConnected.includes(channel));
  if (leaving.length === BOTH.length) return "both";
  return leaving[0] ?? (open.length > 0 ? "kept" : "none");
}
