import { useLayoutEffect } from "react";
import { navigateTo } from "./navigation.ts";

/** This step is not the visitor's: on to the one that is, before anything is painted. */
export function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => navigateTo(to), [to]);
  return null;
}
