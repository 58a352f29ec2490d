import { useLayoutEffect } from "react";
import { goTo } from "./way.ts";

/** This step is not the visitor's: on to the one that is, before anything is painted. */
export function Redirect({ to }: { to: string }) {
  useLayoutEffect(() => goTo(to), [to]);
  return null;
}
