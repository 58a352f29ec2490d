import type { Picture as Made } from "#lib/pictures.ts";
import "./picture.css";

type PictureProps = {
  picture: Made;
  alt: string;
  /** For the one picture visible before scrolling: fetched at once. */
  first?: boolean | undefined;
  /** Fetched when near; its container must have an aspect ratio of its own. */
  waits?: boolean | undefined;
};

export function Picture({ picture, alt, first = false, waits = false }: PictureProps) {
  const { sources, src, width, height } = picture;

  return (
    <picture className={waits ? "picture--waits block" : undefined}>
      {sources.map((source) => (
        <source key={`${source.type} ${source.media}`} {...source} />
      ))}
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : "auto"}
        decoding={first ? "auto" : "async"}
      />
    </picture>
  );
}
