import { useLayoutEffect } from "react";
import { navigateTo } from "./navigation.ts";

/** Redirects before anything is painted, when the visitor cannot be on this step. */
export function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => navigateTo(to), [to]);
  return null;
}
