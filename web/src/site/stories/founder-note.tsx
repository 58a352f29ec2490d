import { founderNote } from "#content/stories.ts";
import { analyticsAttributes } from "#lib/analytics.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { copy } from "./copy.ts";

/** The beginning of the founder's note; the rest unfolds without a script. */
export function FounderNote({ diagnosticHref }: { diagnosticHref: string }) {
  return (
    <article className="grid gap-6 border-t border-line pt-10 lg:col-span-full lg:mt-8 lg:grid-cols-[1fr_2fr]">
      <div>
        <p className="text-sm text-quiet">{copy.note}</p>
        <h3 className="mt-1 max-w-[16ch] text-xl">{founderNote.title}</h3>
      </div>
      <div className="grid justify-items-start gap-4 text-lg leading-[1.5]">
        <p>{founderNote.opening}</p>
        <details className="founder-note-rest group flex flex-col items-start gap-4">
          <summary
            className={`order-1 list-none [&::-webkit-details-marker]:hidden ${buttonLook("link", "flush")}`}
          >
            <span className="group-open:hidden">{copy.more}</span>
            <span className="hidden group-open:inline">{copy.less}</span>
          </summary>
          {founderNote.rest.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className="text-md text-quiet">{founderNote.signature}</p>
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
