import { bandInWords } from "#business/bands.ts";
import { startingPriceCents } from "#content/price-example.ts";
import type { Picture as Made } from "#lib/pictures.ts";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import { Price } from "#ui/price.tsx";
import { copy } from "./copy.ts";
import { DistancePlan } from "./distance-plan.tsx";
import "./benefits.css";

export function Benefits({ picture }: { picture: Made }) {
  const { title, distance, permits, start } = copy.benefits;

  return (
    <section className="benefits page" id="benefits">
      <h2 className="benefits__title">{title}</h2>
      <div className="benefits__grid">
        <article className="benefits__distance on-night">
          <div className="benefits__words">
            <h3>{distance.title}</h3>
            <p>{distance.text}</p>
            <p className="benefits__from">
              <Price cents={startingPriceCents} size="2xl" className="text-ink" /> installed,{" "}
              {bandInWords.close}
            </p>
          </div>
          <DistancePlan />
        </article>
        <article className="benefits__permits">
          <h3>{permits.title}</h3>
          <p>{permits.text}</p>
          <ul className="benefits__list">
            {permits.list.map((done) => (
              <li key={done}>
                <Icon className="text-success" name="check" size="sm" />
                {done}
              </li>
            ))}
          </ul>
        </article>
        <article className="benefits__start">
          <Picture picture={picture} alt={start.picture} waits />
          <h3>{start.title}</h3>
          <p>{start.text}</p>
        </article>
      </div>
    </section>
  );
}
