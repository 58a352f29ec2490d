import type { Picture as Made } from "#lib/pictures.ts";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import { pageWords } from "./copy.ts";

export function SolutionCard({ picture }: { picture: Made }) {
  const { title, text, points } = pageWords.solution;

  return (
    <article className="overflow-hidden rounded-md border border-line bg-surface-raised">
      <Picture
        className="aspect-3/2 w-full object-cover"
        picture={picture}
        alt={pageWords.solution.picture}
        first
      />
      <div className="p-[clamp(1.25rem,1rem+1.5vw,2rem)]">
        <h2 className="text-xl">{title}</h2>
        <p className="mt-2 text-quiet">{text}</p>
        <ul className="mt-4 grid gap-2 text-base leading-[1.5]">
          {points.map((point) => (
            <li className="grid grid-cols-[auto_1fr] gap-2.5" key={point}>
              <Icon className="mt-[0.2em] text-glow" name="check" size="sm" />
              {point}
            </li>
          ))}
        </ul>
      </div>
    </article>
  );
}
