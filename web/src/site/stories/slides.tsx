import { sideYard } from "#content/stories.ts";
import type { Picture as Made } from "#lib/pictures.ts";
import { Picture } from "#ui/picture.tsx";

/** Pictures of the side-yard story with their captions; `pictures` must be in the story's order. */
export function Slides({ pictures }: { pictures: readonly Made[] }) {
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
