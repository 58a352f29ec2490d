import type { ReactNode } from "react";
import { type City, serviceCenter } from "#content/cities/cities.ts";
import { wholeDollars } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import type { Picture as PictureData } from "#lib/pictures.ts";
import { Faq } from "#site/home/faq.tsx";
import { Hero, TrustStrip } from "#site/home/hero.tsx";
import { Pricing } from "#site/home/pricing.tsx";
import { Button } from "#ui/button.tsx";
import { copy } from "./copy.ts";

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

type CityHeroProps = { city: City; picture: PictureData /** Address box. */; children?: ReactNode };

export function CityHero({ city, picture, children }: CityHeroProps) {
  return (
    <Hero
      headline={copy.headline(city.name)}
      lead={city.lead}
      size="city"
      picture={picture}
      alt={copy.picture}
    >
      {children}
    </Hero>
  );
}

export function CityTrust({ city, facts }: { city: City; facts: LocalFacts }) {
  const words = copy.trust;
  const strip = [
    { figure: words.zipCodes(facts.zipCodes.length), words: words.covered(city.name) },
    { figure: wholeDollars(facts.permitFeeCents), words: words.permit },
    { figure: wholeDollars(0), words: words.markup },
    { figure: words.day, words: words.dayNote },
  ];

  return <TrustStrip label={words.label} facts={strip} />;
}

/** Price calculator section, preset to this city. */
export function CityPricing({ city, children }: { city: City; children: ReactNode }) {
  return (
    <Pricing title={copy.pricing.title(city.name)} lead={copy.pricing.lead} ground="plain">
      {children}
    </Pricing>
  );
}

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

type CityFaqProps = {
  city: City;
  /** Number of questions on the FAQ page. */
  count: number;
  /** The city's questions. */
  children: ReactNode;
};

export function CityFaq({ city, count, children }: CityFaqProps) {
  return (
    <Faq className="pt-section" title={copy.faq.title(city.name)} count={count} all={copy.faq.all}>
      {children}
    </Faq>
  );
}

/** Facts of a city that come from the seed data. */
type LocalFacts = {
  zipCodes: readonly string[];
  permitFeeCents: number;
  miles: number;
  nearby: readonly City[];
};
