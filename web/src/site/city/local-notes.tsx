import type { City } from "#content/cities/city.ts";
import { serviceCenter } from "#content/cities/service-center.ts";
import { wholeDollars } from "#lib/money.ts";
import { copy } from "./copy.ts";
import type { LocalFacts } from "./facts.ts";

/** Practical notes about installing in this city. */
export function LocalNotes({ city, facts }: { city: City; facts: LocalFacts }) {
  return (
    <section className="page py-section" aria-labelledby="local-title">
      <h2 className="max-w-[22ch] text-3xl leading-tight tracking-tight" id="local-title">
        {copy.notes.title(city.name)}
      </h2>
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-16">
        {/* Columns, because a grid would leave gaps between five notes of unequal length. */}
        <div className="min-w-0 max-sm:grid max-sm:gap-8 sm:columns-2 sm:gap-8">
          {city.notes.map(({ id, title, text, source }) => (
            <article className="sm:break-inside-avoid sm:pb-8" key={id}>
              <h3>{title}</h3>
              <p className="mt-2 text-quiet">{text}</p>
              {source && (
                <p className="mt-2 text-xs text-quiet">
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
    <aside
      className="rounded-md bg-surface-sunken p-6 lg:sticky lg:top-22"
      aria-labelledby="local-sheet"
    >
      <h3 id="local-sheet">{words.sheet}</h3>
      <dl className="mt-2">
        {rows.map(([term, meaning]) => (
          <div className="border-t border-line py-3" key={term}>
            <dt className="text-sm text-quiet">{term}</dt>
            <dd className="leading-[1.4] font-medium">{meaning}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
