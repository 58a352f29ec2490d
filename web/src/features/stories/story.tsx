import type { ReactNode } from "react";
import type { Story as Told } from "#content/stories.ts";
import { copy } from "./copy.ts";

type StoryProps = {
  story: Told;
  ground?: "day" | "night";
  /** Pictures or film of the story. */
  media: ReactNode;
  children?: ReactNode;
};

/** One installation: its media, and what was installed, where, and in what time. */
export function Story({ story, ground = "day", media, children }: StoryProps) {
  return (
    <article className={ground === "night" ? "story on-night" : "story"}>
      {media}
      <div className="story__words">
        <h3>{story.title}</h3>
        <dl className="story__facts">
          {story.facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {story.isRendering && <p className="story__rendering">{copy.rendering}</p>}
        {children}
      </div>
    </article>
  );
}
