import { founderNote } from "#content/stories.ts";
import { analyticsAttributes } from "#lib/analytics.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { copy } from "./copy.ts";

/** The beginning of the founder's note; the rest unfolds without a script. */
export function FounderNote({ diagnosticHref }: { diagnosticHref: string }) {
  return (
    <article className="founder-note">
      <div className="founder-note__head">
        <p>{copy.note}</p>
        <h3>{founderNote.title}</h3>
      </div>
      <div className="founder-note__text">
        <p>{founderNote.opening}</p>
        <details className="founder-note__rest">
          <summary className={buttonLook("link", "flush")}>
            <span className="founder-note__more">{copy.more}</span>
            <span className="founder-note__less">{copy.less}</span>
          </summary>
          {founderNote.rest.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className="founder-note__signature">{founderNote.signature}</p>
        </details>
        <Button
          variant="outline"
          href={diagnosticHref}
          {...analyticsAttributes("story_diagnostic_clicked")}
        >
          {copy.diagnostic}
        </Button>
      </div>
    </article>
  );
}
