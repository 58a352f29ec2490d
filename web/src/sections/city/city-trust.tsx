import type { City } from "#content/cities/city.ts";
import { wholeDollars } from "#lib/money.ts";
import { copy } from "./copy.ts";
import type { LocalFacts } from "./facts.ts";
import "#sections/home/trust-strip.css";

export function CityTrust({ city, facts }: { city: City; facts: LocalFacts }) {
  const words = copy.trust;
  const strip = [
    { figure: words.zipCodes(facts.zipCodes.length), words: words.covered(city.name) },
    { figure: wholeDollars(facts.permitFeeCents), words: words.permit },
    { figure: wholeDollars(0), words: words.markup },
    { figure: words.day, words: words.dayNote },
  ];

  return (
    <section className="trust on-night" aria-label={words.label}>
      <ul className="trust__list page">
        {strip.map((fact) => (
          <li className="trust__fact" key={fact.words}>
            <strong className="trust__figure">{fact.figure}</strong> {fact.words}
          </li>
        ))}
      </ul>
    </section>
  );
}
