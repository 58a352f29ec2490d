import type { Clause } from "#content/legal/legal-document.ts";
import { Icon } from "#ui/icon.tsx";
import { Passages } from "#ui/passages.tsx";
import { copy } from "./copy.ts";
import "./clause-text.css";

type ClauseTextProps = { clause: Clause; number?: number };

/** One clause: open initially, and folds without a script. */
export function ClauseText({ clause: { id, title, text, see = [] }, number }: ClauseTextProps) {
  return (
    <details className="clause group" id={id} open>
      <summary className="clause__summary">
        <h2 className="clause__title">
          {number && <span className="clause__number">{number}. </span>}
          {title}
        </h2>
        <Icon
          className="text-quiet transition-transform print:hidden group-open:rotate-180"
          name="chevron-down"
          size="sm"
        />
      </summary>
      <div className="clause__text">
        <Passages text={text} />
        {see.length > 0 && (
          <p className="clause__see">
            {copy.see}{" "}
            {see.map(({ label, href }, index) => (
              <span key={href}>
                {index > 0 && ", "}
                <a href={href}>{label}</a>
              </span>
            ))}
          </p>
        )}
      </div>
    </details>
  );
}
