import type { ReactNode } from "react";
import { focusOnMount } from "#ui/focus-on-mount.ts";

type ActionResultProps = {
  /** Whether the visitor has just pressed for it; what was there before stays where it is. */
  isNew?: boolean;
  children: ReactNode;
};

/**
 * What came of a press, where it may stand out of sight of the button: takes the focus, so that it
 * is scrolled to and read out.
 */
export const ActionResult = ({ isNew = true, children }: ActionResultProps) => (
  <div
    className="grid min-w-0 scroll-my-4 gap-4 focus:outline-none"
    ref={isNew ? focusOnMount : null}
    tabIndex={-1}
  >
    {children}
  </div>
);
