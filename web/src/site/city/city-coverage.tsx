import type { City } from "#content/cities/city.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { copy } from "./copy.ts";
import type { LocalFacts } from "./facts.ts";

const EVERYWHERE = `${paths.city("houston")}#coverage-section`;
const LINK = "inline-flex min-h-target items-center";

export function CityCoverage({ city, facts }: { city: City; facts: LocalFacts }) {
  const words = copy.coverage;

  return (
    <section className="bg-surface-sunken" id="coverage" aria-labelledby="coverage-title">
      <div className="page grid gap-10 py-section lg:grid-cols-[5fr_6fr] lg:gap-16">
        <div className="grid content-start justify-items-start gap-4">
          <h2 className="text-3xl tracking-tight" id="coverage-title">
            {words.title(city.name)}
          </h2>
          <p className="mb-2 max-w-[44ch] text-quiet">{words.lead(city.name)}</p>
          <Button variant="cta-green" size="lg" href="#quote">
            {words.check}
          </Button>
        </div>
        <div>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] border-t border-line">
            {facts.zipCodes.map((zipCode) => (
              <li
                className="border-b border-line py-3.5 text-lg font-semibold tabular-nums"
                key={zipCode}
              >
                {zipCode}
              </li>
            ))}
          </ul>
          <h3 className="mt-8 text-md">{words.nearby}</h3>
          <CityLinks cities={facts.nearby} />
          <p>
            <a className={LINK} href={EVERYWHERE}>
              {words.all}
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}

/** Links to the other fourteen city pages, on Houston's page, whose map shows every ZIP code. */
export function OtherCities({ cities }: { cities: readonly City[] }) {
  return (
    <nav className="mt-10" aria-labelledby="other-cities">
      <h3 id="other-cities">{copy.coverage.elsewhere}</h3>
      <CityLinks cities={cities} />
    </nav>
  );
}

function CityLinks({ cities }: { cities: readonly City[] }) {
  return (
    <ul className="flex flex-wrap gap-x-6">
      {cities.map(({ slug, name }) => (
        <li key={slug}>
          <a className={LINK} href={paths.city(slug)}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
