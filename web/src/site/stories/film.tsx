import { type ReactNode, useState } from "react";
import { analyticsAttributes } from "#lib/analytics.ts";
import { m } from "#paraglide/messages.js";

const FRAME =
  "relative block aspect-16/9 w-full bg-surface-sunken lg:aspect-auto lg:min-h-88 lg:flex-1";

type FilmProps = {
  mp4: string;
  webm: string;
  label: string /** Poster shown before it plays. */;
  children?: ReactNode;
};

/**
 * A poster that links to the film and, once hydrated, plays it in place. The film is not loaded
 * before.
 */
export function Film({ mp4, webm, label, children }: FilmProps) {
  const [isPlaying, setPlaying] = useState(false);

  if (isPlaying)
    return (
      <video
        className={FRAME}
        aria-label={label}
        ref={(video) => video?.focus()}
        autoPlay
        controls
        muted
        playsInline
      >
        <source src={webm} type="video/webm" />
        <source src={mp4} type="video/mp4" />
      </video>
    );
  return (
    <a
      className={FRAME}
      href={mp4}
      aria-label={`${m.stories_awake_play()}: ${label}`}
      onClick={(event) => {
        event.preventDefault();
        setPlaying(true);
      }}
      {...analyticsAttributes("story_video_played")}
    >
      {children}
      <span className="film-play" aria-hidden="true" />
    </a>
  );
}
