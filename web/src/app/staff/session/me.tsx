import { createContext, type ReactNode, use } from "react";
import type { Schemas } from "#api/client.ts";

export type Me = Schemas["StaffMeOut"];
export type Permission = Schemas["Permission"];

export const MeContext = createContext<Me | null>(null);

/** The signed-in staff user; throws outside of the console. */
export function useMe(): Me {
  const me = use(MeContext);
  if (!me) throw new Error("Nobody is signed in here.");
  return me;
}

export const useMay = (permission: Permission): boolean => useMe().permissions.includes(permission);

type AllowedProps = { to: Permission; children: ReactNode; otherwise?: ReactNode };

/** Shows its content only if the role has the permission; the server enforces it anyway. */
export function Allowed({ to, children, otherwise = null }: AllowedProps) {
  return useMay(to) ? children : otherwise;
}
