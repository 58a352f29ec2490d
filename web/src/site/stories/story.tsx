import type { ReactNode } from "react";
import type { Story as Told } from "#content/stories.ts";
import { copy } from "./copy.ts";

const GROUNDS = {
  day: { story: "", text: "flex-1" },
  night: { story: "on-night", text: "flex-1 lg:flex-none" },
};

type StoryProps = {
  story: Told;
  ground?: "day" | "night";
  /** Pictures or film of the story. */
  media: ReactNode;
  children?: ReactNode;
};

/** One installation: its media, and what was installed, where, and in what time. */
export function Story({ story, ground = "day", media, children }: StoryProps) {
  const look = GROUNDS[ground];

  return (
    <article
      className={`flex min-w-0 flex-col overflow-hidden rounded-md bg-surface-raised shadow-md ${look.story}`.trim()}
    >
      {media}
      <div className={`grid content-start justify-items-start gap-4 p-6 ${look.text}`}>
        <h3>{story.title}</h3>
        <dl className="grid w-full gap-2 text-sm leading-[1.45]">
          {story.facts.map(({ name, value }) => (
            <div className="grid grid-cols-[5.5rem_1fr]" key={name}>
              <dt className="text-quiet">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {story.isRendering && <p className="text-sm leading-[1.45] text-quiet">{copy.rendering}</p>}
        {children}
      </div>
    </article>
  );
}
