/** The gallery's pictures in the order of its captions, converted at build time. */
import unit from "#assets/gallery-1.jpg";
import wall from "#assets/gallery-2.jpg";
import gas from "#assets/gallery-3.jpg";
import hedge from "#assets/gallery-4.jpg";
import street from "#assets/gallery-5.jpg";
import above from "#assets/gallery-6.jpg";
import { type Picture, picture } from "#lib/pictures.ts";

const MASTERS = [unit, wall, gas, hedge, above, street];
const SIZES = "(min-width: 64rem) 34rem, (min-width: 40rem) 60vw, 84vw";

export const galleryPictures = (): Promise<Picture[]> =>
  Promise.all(MASTERS.map((master) => picture({ master, widths: [480, 960], sizes: SIZES })));
