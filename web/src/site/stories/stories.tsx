import type { ReactNode } from "react";
import { diagnosticFee } from "#business/terms.ts";
import { type People, thePeople } from "#content/people.ts";
import { analyticsAttributes } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import type { Picture as PictureData } from "#lib/pictures.ts";
import { m } from "#paraglide/messages.js";
import { founderNote, lightsOn, type Story as StoryContent, sideYard } from "#texts/stories.ts";
import { Button, buttonLook } from "#ui/button.tsx";
import { Picture } from "#ui/picture.tsx";
import "./stories.css";

type StoriesProps = {
  carousel?: ReactNode;
  film?: ReactNode;
  people?: People | undefined;
};

/** Stories section: pictures, a film and the founder's note (HOME-03). */
export function Stories({ carousel, film, people = thePeople }: StoriesProps) {
  return (
    <section className="bg-surface-sunken" id="stories" aria-labelledby="stories-title">
      <div className="page grid gap-4 py-section md:gap-6 lg:grid-cols-[7fr_5fr] lg:gap-8">
        <div className="lg:col-span-full lg:mb-4">
          <h2 className="text-3xl tracking-tight" id="stories-title">
            {m.stories_title()}
          </h2>
          <p className="mt-2 max-w-[46ch] text-quiet max-md:text-sm md:mt-4">
            {m.stories_policy()} <a href={paths.reviews}>{m.home_reviews()}</a>
          </p>
        </div>
        <Story story={sideYard} media={carousel} />
        <Story story={lightsOn} ground="night" media={film}>
          <VideoReview />
        </Story>
        <FounderNote founder={people.founder?.name} />
      </div>
    </section>
  );
}

const GROUNDS = {
  day: { story: "", text: "flex-1" },
  night: { story: "on-night", text: "flex-1 lg:flex-none" },
};

type StoryProps = {
  story: StoryContent;
  ground?: "day" | "night";
  /** Pictures or film of the story. */
  media: ReactNode;
  children?: ReactNode;
};

/** One installation: its media, and what was installed, where, and in what time. */
function Story({ story, ground = "day", media, children }: StoryProps) {
  const look = GROUNDS[ground];

  return (
    <article
      className={`min-w-0 overflow-hidden md:flex md:flex-col ${ground === "night" ? "grid grid-cols-2 items-center" : "flex flex-col"} rounded-md bg-surface-raised shadow-md ${look.story}`.trim()}
    >
      {media}
      <div
        className={`grid content-start justify-items-start gap-2 p-4 md:gap-4 md:p-6 ${look.text}`}
      >
        <h3 className="max-md:text-base">{story.title}</h3>
        <dl className="grid w-full gap-2 text-sm leading-[1.45] max-md:hidden">
          {story.facts.map(({ name, value }) => (
            <div className="grid grid-cols-[5.5rem_1fr]" key={name}>
              <dt className="text-quiet">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {story.isRendering && (
          <p className="text-sm leading-[1.45] text-quiet max-md:text-xs">
            {m.stories_rendering()}
          </p>
        )}
        {children}
      </div>
    </article>
  );
}

/** Pictures of the side-yard story with their captions; `pictures` must be in the story's order. */
export function Slides({ pictures }: { pictures: readonly PictureData[] }) {
  return pictures.map((picture, index) => {
    const words = sideYard.pictures[index];
    if (!words) return null;
    return (
      <figure className="shrink-0 basis-full snap-start snap-always" key={words.caption}>
        <Picture
          className="aspect-4/3 w-full object-cover lg:aspect-3/2"
          picture={picture}
          alt={words.alt}
        />
        <figcaption className="grid min-h-19 items-center border-b border-line py-3 ps-6 pe-38 leading-[1.4] font-medium">
          {words.caption}
        </figcaption>
      </figure>
    );
  });
}

const REVIEW_SOON = "video-review-soon";

/** Not offered yet: the button only says so, without a script (HOME-03.3). */
function VideoReview() {
  return (
    <>
      <button
        className={buttonLook("outline")}
        type="button"
        popoverTarget={REVIEW_SOON}
        {...analyticsAttributes("story_video_review_clicked")}
      >
        {m.stories_awake_review()}
      </button>
      <p className="m-auto rounded-md p-6" id={REVIEW_SOON} popover="auto" role="alert">
        {m.stories_awake_review_soon()}
      </p>
    </>
  );
}

type FounderNoteProps = { founder: string | undefined };

/** The beginning of the founder's note; the rest unfolds without a script. */
function FounderNote({ founder }: FounderNoteProps) {
  return (
    <article className="grid gap-2 border-t border-line pt-4 md:gap-6 md:pt-10 max-lg:md:mt-8 lg:col-span-full lg:mt-8 lg:grid-cols-[1fr_2fr]">
      <div>
        <p className="text-sm text-quiet">{m.stories_note()}</p>
        <h3 className="mt-1 max-w-[15ch] text-xl">{founderNote.title}</h3>
      </div>
      <div className="grid justify-items-start gap-2 leading-[1.5] max-md:text-sm md:gap-4 md:text-lg">
        <p>{founderNote.opening}</p>
        <details className="founder-note-rest group flex flex-col items-start gap-4">
          <summary
            className={`order-1 list-none [&::-webkit-details-marker]:hidden ${buttonLook("link", "flush")}`}
          >
            <span className="group-open:hidden">{m.stories_more()}</span>
            <span className="hidden group-open:inline">{m.stories_less()}</span>
          </summary>
          {founderNote.rest.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          <p className="text-md text-quiet">
            {founder ? `${founder}, ` : ""}
            {founderNote.signature}
          </p>
        </details>
        <Button
          variant="outline"
          href={paths.diagnostic}
          {...analyticsAttributes("story_diagnostic_clicked")}
        >
          {m.diagnostic_book({ fee: diagnosticFee })}
        </Button>
      </div>
    </article>
  );
}
