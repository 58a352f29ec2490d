import type { ReactNode } from "react";
import { company } from "#content/company.ts";
import { yearlySavingsDollars } from "#content/sizing/tiers.ts";
import { paths } from "#lib/paths.ts";
import { telHref } from "#lib/phone.ts";
import type { Picture as PictureData } from "#lib/pictures.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";
import { pageWords, pageWords as words } from "./copy.ts";

type IntroProps = { picture: PictureData /** The button and its modal. */; children?: ReactNode };

export function Intro({ picture, children }: IntroProps) {
  const { at } = yearlySavingsDollars.source;

  return (
    <section className="on-night">
      <div className="page grid gap-10 pt-4 pb-section lg:grid-cols-[7fr_5fr] lg:items-start lg:gap-16 lg:pt-6">
        {/* Vertically near the middle of the card, without waiting for its height. */}
        <div className="lg:pt-16">
          <Button className="-ms-5" variant="ghost" href={paths.home}>
            <Icon name="arrow-left" size="sm" />
            {words.back}
          </Button>
          <h1 className="mt-4 max-w-[16ch] text-4xl tracking-[-0.03em]">{words.headline}</h1>
          <p className="mt-4 max-w-[42ch] text-quiet">{words.lead}</p>
          <div className="mt-6">{children}</div>
          <p className="mt-4 max-w-[48ch] text-sm text-quiet">
            {words.claimNote} {at && words.claimSource(at)}
          </p>
        </div>
        <SolutionCard picture={picture} />
      </div>
    </section>
  );
}

function SolutionCard({ picture }: { picture: PictureData }) {
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

/**
 * 'See My Recommended Generator'. Clicked before any script has run, it reloads the page with the
 * modal open.
 */
export const EnergyButton = () => (
  <form method="get" action={paths.generatorConfig} data-energy>
    <Button
      className="max-sm:w-full max-sm:px-4"
      type="submit"
      name="open"
      value="1"
      variant="cta-green"
      size="xl"
    >
      {pageWords.open}
    </Button>
  </form>
);

export function SizingSteps() {
  const { title, list } = pageWords.steps;

  return (
    <section className="page py-section">
      <h2 className="text-3xl tracking-tight">{title}</h2>
      <ol className="mt-8 grid">
        {list.map((step) => (
          <li
            className="grid gap-x-8 gap-y-1 border-t border-line py-6 md:grid-cols-[5fr_7fr] md:items-baseline"
            key={step.title}
          >
            <h3>{step.title}</h3>
            <p className="text-quiet">{step.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** For browsers without scripts: offers sizing by phone. */
export const WithoutScript = () => (
  <noscript>
    <p className="page">
      {pageWords.noScript} <a href={telHref(company.phone)}>{company.phone}</a>
    </p>
  </noscript>
);

/** 'Professional Installation Included' (REC-03.5). */
export function Included() {
  const { title, lead, list } = pageWords.included;

  return (
    <section className="mt-section bg-surface-sunken">
      <div className="page grid gap-8 py-[clamp(3rem,2rem+4vw,5rem)] lg:grid-cols-[5fr_7fr] lg:gap-16">
        <div>
          <h2>{title}</h2>
          <p className="mt-2 max-w-[36ch] text-quiet">{lead}</p>
        </div>
        <dl>
          {list.map((part) => (
            <div className="border-t border-line py-4" key={part.title}>
              <dt className="font-semibold">{part.title}</dt>
              <dd className="max-w-measure text-quiet">{part.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
