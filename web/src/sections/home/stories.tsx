import type { Picture as Made } from "#lib/pictures.ts";
import { Picture } from "#ui/picture.tsx";
import { copy } from "./copy.ts";
import "./stories.css";

export function Stories({ before, after }: { before: Made; after: Made }) {
  const words = copy.stories;

  return (
    <section className="stories" id="stories">
      <div className="stories__inner page">
        <div className="stories__words">
          <h2>{words.title}</h2>
          <p>{words.text}</p>
        </div>
        <figure className="stories__picture">
          <Picture picture={before} alt={words.beforeAlt} />
          <figcaption>{words.before}</figcaption>
        </figure>
        <figure className="stories__picture">
          <Picture picture={after} alt={words.afterAlt} />
          <figcaption>{words.after}</figcaption>
        </figure>
        <p className="stories__note">{words.note}</p>
      </div>
    </section>
  );
}
