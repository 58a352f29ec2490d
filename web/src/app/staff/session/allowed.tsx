import type { ReactNode } from "react";
import { type Permission, useMay } from "./use-me.ts";

type AllowedProps = { to: Permission; children: ReactNode; otherwise?: ReactNode };

/** Shows its content only if the role has the permission; the server enforces it anyway. */
export function Allowed({ to, children, otherwise = null }: AllowedProps) {
  return useMay(to) ? children : otherwise;
}
