import type { ReactNode } from "react";
import { type City, serviceCenter } from "#content/cities/cities.ts";
import { type Amount, wholeDollars } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import type { Picture as PictureData } from "#lib/pictures.ts";
import { m } from "#paraglide/messages.js";
import { Hero, TrustStrip } from "#site/home/hero.tsx";
import { Faq, Pricing } from "#site/home/sections.tsx";
import { Button } from "#ui/button.tsx";

/** Practical notes about installing in this city. */
export function LocalNotes({ city, facts }: { city: City; facts: LocalFacts }) {
  return (
    <section className="page py-section" aria-labelledby="local-title">
      <h2 className="max-w-[22ch] text-3xl leading-tight tracking-tight" id="local-title">
        {m.city_notes_title({ city: city.name })}
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
                  {m.city_notes_source()} {source}
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
  const rows = [
    [m.city_notes_permits(), city.permitOffice],
    [m.city_notes_county(), city.counties],
    [m.city_notes_fee(), wholeDollars(facts.permitFeeCents)],
    [
      m.city_notes_distance(),
      m.city_notes_miles({ count: facts.miles, place: serviceCenter.place }),
    ],
    [m.city_notes_lead(), m.city_notes_lead_days()],
  ];

  return (
    <aside
      className="rounded-md bg-surface-sunken p-6 lg:sticky lg:top-22"
      aria-labelledby="local-sheet"
    >
      <h3 id="local-sheet">{m.city_notes_sheet()}</h3>
      <dl className="mt-2">
        {rows.map(([term, meaning]) => (
          <div className="border-t border-line py-3" key={term}>
            <dt className="text-sm text-quiet">{term}</dt>
            <dd className="leading-[1.4] font-medium">{meaning}</dd>
          </div>
        ))}
      </dl>
      <a className={LINK} href={paths.outages}>
        {m.city_outages({ city: city.name })}
      </a>
    </aside>
  );
}

type CityHeroProps = { city: City; picture: PictureData /** Address box. */; children?: ReactNode };

export function CityHero({ city, picture, children }: CityHeroProps) {
  return (
    <Hero
      headline={m.city_headline({ city: city.name })}
      lead={city.lead}
      size="city"
      picture={picture}
      alt={m.city_picture()}
    >
      {children}
    </Hero>
  );
}

export function CityTrust({ city, facts }: { city: City; facts: LocalFacts }) {
  const strip = [
    {
      figure: m.city_trust_zip_codes({ count: facts.zipCodes.length }),
      words: m.city_trust_covered({ city: city.name }),
    },
    { figure: wholeDollars(facts.permitFeeCents), words: m.city_trust_permit() },
    { figure: wholeDollars(0), words: m.home_trust_3_words() },
    { figure: m.city_trust_day(), words: m.city_trust_day_note() },
  ];

  return <TrustStrip label={m.in_short()} facts={strip} />;
}

/** Price calculator section, preset to this city. */
export function CityPricing({ city, children }: { city: City; children: ReactNode }) {
  return (
    <Pricing
      title={m.city_pricing_title({ city: city.name })}
      lead={m.city_pricing_lead()}
      ground="plain"
    >
      {children}
    </Pricing>
  );
}

const EVERYWHERE = `${paths.mainCity}#coverage-section`;
const LINK = "inline-flex min-h-target items-center";

export function CityCoverage({ city, facts }: { city: City; facts: LocalFacts }) {
  return (
    <section className="bg-surface-sunken" id="coverage" aria-labelledby="coverage-title">
      <div className="page grid gap-10 py-section lg:grid-cols-[5fr_6fr] lg:gap-16">
        <div className="grid content-start justify-items-start gap-4">
          <h2 className="text-3xl tracking-tight" id="coverage-title">
            {m.city_coverage_title({ city: city.name })}
          </h2>
          <p className="mb-2 max-w-[44ch] text-quiet">
            {m.city_coverage_lead({ city: city.name })}
          </p>
          <Button variant="cta-green" size="lg" href="#quote">
            {m.city_coverage_check()}
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
          <h3 className="mt-8 text-md">{m.city_coverage_nearby()}</h3>
          <CityLinks cities={facts.nearby} />
          <p>
            <a className={LINK} href={EVERYWHERE}>
              {m.city_coverage_all()}
            </a>
          </p>
        </div>
      </div>
    </section>
  );
}

/** Links to the other city pages, on the main city's page, whose map shows every ZIP code. */
export function OtherCities({ cities }: { cities: readonly City[] }) {
  return (
    <nav className="mt-10" aria-labelledby="other-cities">
      <h3 id="other-cities">{m.city_coverage_elsewhere()}</h3>
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
    <Faq
      className="pt-section"
      title={m.city_faq_title({ city: city.name })}
      count={count}
      all={m.city_faq_all}
    >
      {children}
    </Faq>
  );
}

/** Facts of a city that come from the seed data. */
type LocalFacts = {
  zipCodes: readonly string[];
  permitFeeCents: Amount;
  miles: number;
  nearby: readonly City[];
};
