import type { Clause } from "#content/legal/legal-document.ts";
import { Icon } from "#ui/icon.tsx";
import { Passages } from "#ui/passages.tsx";
import { copy } from "./copy.ts";

type ClauseTextProps = { clause: Clause; number?: number };

/** One clause: open initially, and folds without a script. */
export function ClauseText({ clause: { id, title, text, see = [] }, number }: ClauseTextProps) {
  return (
    <details className="group border-t border-line" id={id} open>
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-4 [&::-webkit-details-marker]:hidden print:min-h-0 print:break-after-avoid print:pt-3 print:pb-1.5">
        <h2 className="text-lg leading-[1.35] text-pretty">
          {number && <span className="text-quiet tabular-nums">{number}. </span>}
          {title}
        </h2>
        <Icon
          className="text-quiet transition-transform print:hidden group-open:rotate-180"
          name="chevron-down"
          size="sm"
        />
      </summary>
      <div className="grid gap-4 pb-8 print:pb-3">
        <Passages text={text} />
        {see.length > 0 && (
          <p className="text-sm text-quiet">
            {copy.see}{" "}
            {see.map(({ label, href }, index) => (
              <span key={href}>
                {index > 0 && ", "}
                <a className="text-ink" href={href}>
                  {label}
                </a>
              </span>
            ))}
          </p>
        )}
      </div>
    </details>
  );
}
