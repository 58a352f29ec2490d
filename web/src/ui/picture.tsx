import type { Picture as Made } from "#lib/pictures.ts";

type PictureProps = { picture: Made; alt: string; first?: boolean | undefined };

/** `first` is for the one picture that is seen before any scrolling: it is fetched at once. */
export function Picture({ picture, alt, first = false }: PictureProps) {
  const { sources, src, width, height } = picture;

  return (
    <picture>
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
