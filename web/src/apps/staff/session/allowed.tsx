import type { ReactNode } from "react";
import { type Permission, useMay } from "./use-me.ts";

type AllowedProps = { to: Permission; children: ReactNode; otherwise?: ReactNode };

/** Only what the role includes is shown; the server decides anyway. */
export function Allowed({ to, children, otherwise = null }: AllowedProps) {
  return useMay(to) ? children : otherwise;
}
