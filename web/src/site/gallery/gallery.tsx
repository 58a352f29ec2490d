import type { Picture as PictureData } from "#lib/pictures.ts";
import { m } from "#paraglide/messages.js";
import { Picture } from "#ui/picture.tsx";
import { ScrollRegion } from "#ui/scroll-region.tsx";
import "./gallery.css";

/** Picture strip that scrolls natively by touch, wheel or arrow keys. */
export function Gallery({ pictures }: { pictures: readonly PictureData[] }) {
  return (
    <section className="on-night py-section" id="gallery" aria-labelledby="gallery-title">
      <div className="page">
        <h2 className="max-w-[18ch] text-3xl leading-tight tracking-tight" id="gallery-title">
          {m.gallery_title()}
        </h2>
        <p className="mt-2 max-w-[46ch] text-quiet max-md:text-sm md:mt-4">{m.gallery_note()}</p>
      </div>
      <ScrollRegion
        className="gallery-strip mt-4 flex md:mt-10 snap-x snap-proximity gap-4 overflow-x-auto overscroll-x-contain pb-4 focus-visible:-outline-offset-3"
        aria-label={m.gallery_label()}
      >
        {[
          { caption: m.gallery_pictures_1_caption(), alt: m.gallery_pictures_1_alt() },
          { caption: m.gallery_pictures_2_caption(), alt: m.gallery_pictures_2_alt() },
          { caption: m.gallery_pictures_3_caption(), alt: m.gallery_pictures_3_alt() },
          { caption: m.gallery_pictures_4_caption(), alt: m.gallery_pictures_4_alt() },
          { caption: m.gallery_pictures_5_caption(), alt: m.gallery_pictures_5_alt() },
          { caption: m.gallery_pictures_6_caption(), alt: m.gallery_pictures_6_alt() },
        ].map(({ caption, alt }, index) => {
          const picture = pictures[index];
          return (
            picture && (
              <figure
                className="shrink-0 basis-[min(72vw,34rem)] snap-start sm:basis-[min(60vw,34rem)]"
                key={caption}
              >
                <Picture
                  className="aspect-3/2 w-full md:aspect-4/3 rounded-md object-cover"
                  picture={picture}
                  alt={alt}
                  waits
                />
                <figcaption className="mt-2 text-sm font-medium">{caption}</figcaption>
              </figure>
            )
          );
        })}
      </ScrollRegion>
    </section>
  );
}
