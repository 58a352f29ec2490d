import { createContext, type ReactNode, use } from "react";
import type { Schemas } from "#api/client.ts";
import { listedAsChoice } from "#lib/format.ts";
import { m } from "#paraglide/messages.js";

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

type NotInRoleProps = { needs: readonly Permission[] };

/** Why buttons are missing here; null for a viewer, who reads it once at the top of every screen. */
export function NotInRole({ needs }: NotInRoleProps) {
  const { permissions, role } = useMe();
  const missing = needs.filter((permission) => !permissions.includes(permission));
  if (role === "viewer" || missing.length === 0) return null;
  const what = listedAsChoice(
    missing.map((permission) => m.staff_not_in_role_what({ permission })),
  );
  return (
    <p className="text-xs text-quiet">
      {role === "manager"
        ? m.staff_not_in_role_of_manager({ what })
        : m.staff_not_in_role({ what })}
    </p>
  );
}
