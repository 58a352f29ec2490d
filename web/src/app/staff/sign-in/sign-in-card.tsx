import type { ReactNode } from "react";
import { company } from "#content/company.ts";
import { useDocumentTitle } from "#ui/use-document-title.ts";
import { staffWords } from "../copy.ts";
import { CENTERED } from "../shell/centered.tsx";

type DoorCardProps = { title: string; lead?: string | undefined; children: ReactNode };

/** One step of the sign-in. The focus moves to its heading when it replaces another. */
export function SignInCard({ title, lead, children }: DoorCardProps) {
  useDocumentTitle(`${title} | ${staffWords.product}`);

  return (
    <div className={CENTERED}>
      <p className="text-md font-bold tracking-[-0.02em]">{`${company.name} staff`}</p>
      <main
        className="grid min-w-0 gap-4 rounded-md border border-line bg-surface-raised p-[clamp(1.25rem,1rem+1.5vw,2rem)]"
        id="content"
      >
        <h1 key={title} className="text-xl focus:outline-none" ref={focusIfNone} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="text-quiet">{lead}</p>}
        {children}
      </main>
    </div>
  );
}

function focusIfNone(heading: HTMLElement | null) {
  if (document.activeElement === document.body) heading?.focus();
}
