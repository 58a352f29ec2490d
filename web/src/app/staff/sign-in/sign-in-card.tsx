import { type ReactNode, useEffect, useRef } from "react";
import { company } from "#content/company.ts";
import { staffWords } from "../copy.ts";
import { CENTERED } from "../shell/centered.tsx";

type DoorCardProps = { title: string; lead?: string | undefined; children: ReactNode };

/** One step of the sign-in. The focus moves to its heading when it replaces another. */
export function SignInCard({ title, lead, children }: DoorCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} | ${staffWords.product}`;
    if (document.activeElement === document.body) heading.current?.focus();
  }, [title]);

  return (
    <div className={CENTERED}>
      <p className="text-md font-bold tracking-[-0.02em]">{`${company.name} staff`}</p>
      <main
        className="grid min-w-0 gap-4 rounded-md border border-line bg-surface-raised p-[clamp(1.25rem,1rem+1.5vw,2rem)]"
        id="content"
      >
        <h1 className="text-xl focus:outline-none" ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="text-quiet">{lead}</p>}
        {children}
      </main>
    </div>
  );
}
