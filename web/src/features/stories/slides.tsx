import { sideYard } from "#content/stories.ts";
import type { Picture as Made } from "#lib/pictures.ts";
import { Picture } from "#ui/picture.tsx";

/** Pictures of the side-yard story with their captions; `pictures` must be in the story's order. */
export function Slides({ pictures }: { pictures: readonly Made[] }) {
  return pictures.map((picture, index) => {
    const words = sideYard.pictures[index];
    if (!words) return null;
    return (
      <figure key={words.caption}>
        <Picture picture={picture} alt={words.alt} />
        <figcaption>{words.caption}</figcaption>
      </figure>
    );
  });
}
