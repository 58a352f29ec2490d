import type { ReactNode } from "react";
import { lightsOn, sideYard } from "#content/stories.ts";
import { copy } from "./copy.ts";
import { FounderNote } from "./founder-note.tsx";
import { Story } from "./story.tsx";
import "./stories.css";

type StoriesProps = {
  carousel?: ReactNode;
  film?: ReactNode;
  videoReview?: ReactNode;
  /** Link to book a diagnostic. */
  diagnosticHref: string;
};

/** Stories section: pictures, a film and the founder's note (HOME-03). */
export function Stories({ carousel, film, videoReview, diagnosticHref }: StoriesProps) {
  return (
    <section className="bg-surface-sunken" id="stories" aria-labelledby="stories-title">
      <div className="page grid gap-6 py-section lg:grid-cols-[7fr_5fr] lg:gap-8">
        <div className="mb-4 lg:col-span-full">
          <h2 className="text-3xl tracking-tight" id="stories-title">
            {copy.title}
          </h2>
          <p className="mt-4 max-w-[46ch] text-quiet">{copy.lead}</p>
        </div>
        <Story story={sideYard} media={carousel} />
        <Story story={lightsOn} ground="night" media={film}>
          {videoReview}
        </Story>
        <FounderNote diagnosticHref={diagnosticHref} />
      </div>
    </section>
  );
}
