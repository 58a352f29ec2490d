import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { staffWords as words } from "../copy.ts";

type ScreenProps = {
  title: string;
  /** Actions on the whole screen, beside its heading. */
  actions?: ReactNode | undefined;
  children: ReactNode;
};

let isFirst = true;

/** One screen of the console. On a change of screen the focus moves to its heading. */
export function Screen({ title, actions, children }: ScreenProps) {
  const [path] = useLocation();

  useEffect(() => {
    document.title = `${title} | ${words.product}`;
  }, [title]);

  return (
    <div className="grid min-w-0 content-start gap-4 px-[clamp(1rem,0.5rem+1.5vw,2rem)] pt-4 pb-12 *:min-w-0">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Heading key={path}>{title}</Heading>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    if (!isFirst) window.scrollTo({ top: 0, behavior: "instant" });
    isFirst = false;
  }, []);

  return (
    <h1 className="text-lg focus:outline-none" ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
