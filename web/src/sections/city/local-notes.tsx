import type { City } from "#content/cities/city.ts";
import { serviceCenter } from "#content/cities/service-center.ts";
import { wholeDollars } from "#lib/money.ts";
import { copy } from "./copy.ts";
import type { LocalFacts } from "./facts.ts";
import "./local-notes.css";

/** Practical notes about installing in this city. */
export function LocalNotes({ city, facts }: { city: City; facts: LocalFacts }) {
  return (
    <section className="local page" aria-labelledby="local-title">
      <h2 className="local__title" id="local-title">
        {copy.notes.title(city.name)}
      </h2>
      <div className="local__grid">
        <div className="local__notes">
          {city.notes.map(({ id, title, text, source }) => (
            <article className="local__note" key={id}>
              <h3>{title}</h3>
              <p>{text}</p>
              {source && (
                <p className="local__source">
                  {copy.notes.source} {source}
                </p>
              )}
            </article>
          ))}
        </div>
        <AtAGlance city={city} facts={facts} />
      </div>
    </section>
  );
}

function AtAGlance({ city, facts }: { city: City; facts: LocalFacts }) {
  const words = copy.notes;
  const rows = [
    [words.permits, city.permitOffice],
    [words.county, city.counties],
    [words.fee, wholeDollars(facts.permitFeeCents)],
    [words.distance, words.miles(facts.miles, serviceCenter.place)],
    [words.lead, words.leadDays],
  ];

  return (
    <aside className="local__sheet" aria-labelledby="local-sheet">
      <h3 id="local-sheet">{words.sheet}</h3>
      <dl>
        {rows.map(([term, meaning]) => (
          <div className="local__row" key={term}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
