import type { Picture as Made } from "#lib/pictures.ts";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import { pageWords } from "./copy.ts";
import "./solution-card.css";

export function SolutionCard({ picture }: { picture: Made }) {
  const { title, text, points } = pageWords.solution;

  return (
    <article className="solution-card">
      <Picture picture={picture} alt={pageWords.solution.picture} first />
      <div className="solution-card__words">
        <h2>{title}</h2>
        <p>{text}</p>
        <ul className="solution-card__points">
          {points.map((point) => (
            <li key={point}>
              <Icon className="mt-[0.2em] text-glow" name="check" size="sm" />
              {point}
            </li>
          ))}
        </ul>
      </div>
    </article>
  );
}
