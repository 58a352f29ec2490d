import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { useDocumentTitle } from "#ui/use-document-title.ts";
import { staffWords as words } from "../copy.ts";

type ScreenProps = {
  title: string;
  /** Actions on the whole screen, beside its heading. */
  actions?: ReactNode | undefined;
  children: ReactNode;
};

/** One screen of the console. On a change of screen the focus moves to its heading. */
export function Screen({ title, actions, children }: ScreenProps) {
  const [path] = useLocation();

  useDocumentTitle(`${title} | ${words.product}`);

  return (
    <div className="grid min-w-0 content-start gap-4 px-[clamp(1rem,0.5rem+1.5vw,2rem)] pt-4 pb-12 *:min-w-0">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 key={path} className="text-lg focus:outline-none" ref={focusUnlessFirst} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

// False until the first heading was shown: the initial page load must not move the focus.
let hasMoved = false;

function focusUnlessFirst(heading: HTMLElement | null) {
  if (!heading) return;
  if (hasMoved) {
    heading.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: "instant" });
  }
  hasMoved = true;
}
