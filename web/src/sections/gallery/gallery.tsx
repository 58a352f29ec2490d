import type { Picture as Made } from "#lib/pictures.ts";
import { Picture } from "#ui/picture.tsx";
import { copy } from "./copy.ts";
import "./gallery.css";

/** Picture strip that scrolls natively by touch, wheel or arrow keys. */
export function Gallery({ pictures }: { pictures: readonly Made[] }) {
  return (
    <section className="gallery on-night" id="gallery" aria-labelledby="gallery-title">
      <div className="gallery__head page">
        <h2 id="gallery-title">{copy.title}</h2>
        <p>{copy.note}</p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key (WCAG 2.1.1). */}
      <section className="gallery__strip" aria-label={copy.label} tabIndex={0}>
        {copy.pictures.map(({ caption, alt }, index) => {
          const picture = pictures[index];
          return (
            picture && (
              <figure className="gallery__shot" key={caption}>
                <Picture picture={picture} alt={alt} waits />
                <figcaption>{caption}</figcaption>
              </figure>
            )
          );
        })}
      </section>
    </section>
  );
}
