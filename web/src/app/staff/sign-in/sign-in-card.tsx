import { type ReactNode, useEffect, useRef } from "react";
import { company } from "#content/company.ts";
import { staffWords } from "../copy.ts";
import "./sign-in.css";

type DoorCardProps = { title: string; lead?: string | undefined; children: ReactNode };

/** One step of the sign-in. The focus moves to its heading when it replaces another. */
export function SignInCard({ title, lead, children }: DoorCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} | ${staffWords.product}`;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);

  return (
    <div className="door">
      <p className="door__product">{`${company.name} staff`}</p>
      <main className="door__card" id="content">
        <h1 className="door__title" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="door__lead">{lead}</p>}
        {children}
      </main>
    </div>
  );
}
