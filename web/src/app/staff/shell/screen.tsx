import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { staffWords as words } from "../copy.ts";
import "./screen.css";

type ScreenProps = {
  title: string;
  /** Actions on the whole screen, beside its heading. */
  actions?: ReactNode | undefined;
  children: ReactNode;
};

let isFirst = true;

/** One screen of the console. On a change of screen the focus moves to its heading. */
export function Screen({ title, actions, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [path] = useLocation();

  useEffect(() => {
    document.title = `${title} | ${words.product}`;
  }, [title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another path is another screen.
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    if (!isFirst) window.scrollTo({ top: 0, behavior: "instant" });
    isFirst = false;
  }, [path]);

  return (
    <div className="screen">
      <header className="screen__head">
        <h1 className="screen__title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div className="screen__actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
