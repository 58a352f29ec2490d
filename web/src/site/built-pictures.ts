/** The pictures that several pages show, converted at build time. */
import unit from "#assets/gallery-1.jpg";
import wall from "#assets/gallery-2.jpg";
import gas from "#assets/gallery-3.jpg";
import hedge from "#assets/gallery-4.jpg";
import street from "#assets/gallery-5.jpg";
import above from "#assets/gallery-6.jpg";
import heroWide from "#assets/hero.jpg";
import heroTall from "#assets/hero-portrait.jpg";
import { type Picture, picture } from "#lib/pictures.ts";

// In the order of the gallery's captions.
const MASTERS = [unit, wall, gas, hedge, above, street];
const SIZES = "(min-width: 64rem) 34rem, (min-width: 40rem) 60vw, 84vw";

export const galleryPictures = (): Promise<Picture[]> =>
  Promise.all(MASTERS.map((master) => picture({ master, widths: [480, 960], sizes: SIZES })));

export const heroPicture = (): Promise<Picture> =>
  picture(
    { master: heroWide, widths: [960, 1440, 1920], sizes: "78vw" },
    {
      master: heroTall,
      widths: [480, 640, 828, 1080],
      sizes: "88vw", // under a mask and in dusk colors, a lower resolution is not visible
      media: "(max-width: 47.99rem)",
      quality: 44,
    },
  );
