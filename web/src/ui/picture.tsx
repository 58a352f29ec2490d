import type { Picture as Made } from "#lib/pictures.ts";

type PictureProps = { picture: Made; alt: string; first?: boolean | undefined };

/** `first` is for the one picture that is seen before any scrolling: it is fetched at once. */
export function Picture({ picture, alt, first = false }: PictureProps) {
  const { sources, src, width, height, sizes } = picture;

  return (
    <picture>
      {sources.map(({ type, srcSet, media }) => (
        <source key={`${type} ${media}`} type={type} srcSet={srcSet} media={media} sizes={sizes} />
      ))}
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : "auto"}
        decoding="async"
      />
    </picture>
  );
}
