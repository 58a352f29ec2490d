import type { Picture as PictureData } from "#lib/pictures.ts";

type PictureProps = {
  picture: PictureData;
  alt: string;
  /** For the one picture visible before scrolling: fetched at once. */
  first?: boolean | undefined;
  /** Fetched when near; `className` must give it an aspect ratio. */
  waits?: boolean | undefined;
  /** Size, crop, corners and mask of the image. */
  className?: string | undefined;
};

export function Picture({ picture, alt, first = false, waits = false, className }: PictureProps) {
  const { sources, src, width, height } = picture;

  return (
    <picture className={waits ? `picture--waits block ${className}` : undefined}>
      {sources.map((source) => (
        <source key={`${source.type} ${source.media}`} {...source} />
      ))}
      <img
        className={className}
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : "auto"}
      />
    </picture>
  );
}
