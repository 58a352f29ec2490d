import type { City } from "#content/cities/city.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { copy } from "./copy.ts";
import type { LocalFacts } from "./facts.ts";
import "./city-coverage.css";

const EVERYWHERE = `${paths.city("houston")}#coverage-section`;

export function CityCoverage({ city, facts }: { city: City; facts: LocalFacts }) {
  const words = copy.coverage;

  return (
    <section className="city-coverage" id="coverage" aria-labelledby="coverage-title">
      <div className="city-coverage__inner page">
        <div className="city-coverage__words">
          <h2 id="coverage-title">{words.title(city.name)}</h2>
          <p>{words.lead(city.name)}</p>
          <Button variant="cta-green" size="lg" href="#quote">
            {words.check}
          </Button>
        </div>
        <div className="city-coverage__lists">
          <ul className="city-coverage__zips">
            {facts.zipCodes.map((zipCode) => (
              <li key={zipCode}>{zipCode}</li>
            ))}
          </ul>
          <h3>{words.nearby}</h3>
          <CityLinks cities={facts.nearby} />
          <p>
            <a href={EVERYWHERE}>{words.all}</a>
          </p>
        </div>
      </div>
    </section>
  );
}

/** Links to the other fourteen city pages, on Houston's page, whose map shows every ZIP code. */
export function OtherCities({ cities }: { cities: readonly City[] }) {
  return (
    <nav className="city-coverage__others" aria-labelledby="other-cities">
      <h3 id="other-cities">{copy.coverage.elsewhere}</h3>
      <CityLinks cities={cities} />
    </nav>
  );
}

function CityLinks({ cities }: { cities: readonly City[] }) {
  return (
    <ul className="city-coverage__nearby">
      {cities.map(({ slug, name }) => (
        <li key={slug}>
          <a href={paths.city(slug)}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
