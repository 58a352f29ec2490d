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
    <section className="stories" id="stories" aria-labelledby="stories-title">
      <div className="stories__inner page">
        <div className="stories__words">
          <h2 id="stories-title">{copy.title}</h2>
          <p>{copy.lead}</p>
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
