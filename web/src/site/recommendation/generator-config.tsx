import type { ReactNode } from "react";
import { startingPrice } from "#content/price-example.ts";
import { yearlySavingsDollars } from "#content/sizing/systems.ts";
import { paths } from "#lib/paths.ts";
import type { Picture as PictureData } from "#lib/pictures.ts";
import { m } from "#paraglide/messages.js";
import { NotIncludedLine } from "#site/included/not-included-line.tsx";
import { Button } from "#ui/button.tsx";
import { PhoneLink } from "#ui/call-us.tsx";
import { Icon } from "#ui/icon.tsx";
import { Picture } from "#ui/picture.tsx";

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
            {m.recommendation_page_back()}
          </Button>
          <h1 className="mt-4 max-w-[16ch] text-4xl tracking-[-0.03em]">
            {m.recommendation_page_headline()}
          </h1>
          <p className="mt-4 max-w-[42ch] text-quiet">{m.recommendation_page_lead()}</p>
          <div className="mt-6">{children}</div>
          <p className="mt-4 max-w-[48ch] text-sm text-quiet">
            {m.recommendation_page_claim_note()}{" "}
            {at && m.recommendation_page_claim_source({ source: at })}
          </p>
        </div>
        <SolutionCard picture={picture} />
      </div>
    </section>
  );
}

function SolutionCard({ picture }: { picture: PictureData }) {
  return (
    <article className="overflow-hidden rounded-md border border-line bg-surface-raised">
      <Picture
        className="aspect-3/2 w-full object-cover"
        picture={picture}
        alt={m.recommendation_page_solution_picture()}
        first
      />
      <div className="p-[clamp(1.25rem,1rem+1.5vw,2rem)]">
        <h2 className="text-xl">{m.recommendation_page_solution_title()}</h2>
        <p className="mt-2 text-quiet">{m.recommendation_page_solution_text()}</p>
        <ul className="mt-4 grid gap-2 text-base leading-[1.5]">
          {[
            m.recommendation_page_solution_points_1(),
            m.recommendation_page_solution_points_2({ startingPrice }),
            m.recommendation_page_solution_points_3(),
          ].map((point) => (
            <li className="grid grid-cols-[auto_1fr] gap-2.5" key={point}>
              <Icon className="mt-[0.2em] text-glow" name="check" size="sm" />
              {point}
            </li>
          ))}
        </ul>
        <NotIncludedLine className="mt-4" />
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
      {m.recommendation_page_open()}
    </Button>
  </form>
);

export function SizingSteps() {
  return (
    <section className="page py-section">
      <h2 className="text-3xl tracking-tight">{m.recommendation_page_steps_title()}</h2>
      <ol className="mt-8 grid">
        {[
          {
            title: m.recommendation_page_steps_list_1_title(),
            text: m.recommendation_page_steps_list_1_text(),
          },
          {
            title: m.recommendation_page_steps_list_2_title(),
            text: m.recommendation_page_steps_list_2_text(),
          },
          {
            title: m.recommendation_page_steps_list_3_title(),
            text: m.recommendation_page_steps_list_3_text(),
          },
        ].map((step) => (
          <li
            className="grid gap-x-8 gap-y-1 border-t border-line py-6 md:grid-cols-[5fr_7fr] md:items-baseline"
            key={step.title}
          >
            <h3>{step.title}</h3>
            <p className="text-quiet">{step.text}</p>
          </li>
        ))}
      </ol>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button
          className="max-sm:w-full"
          variant="cta-green"
          size="lg"
          href={`${paths.generatorConfig}?open=1`}
        >
          {m.recommendation_page_size_mine()}
        </Button>
        <Button className="max-sm:w-full" variant="outline" size="lg" href={paths.wizard.address}>
          {m.recommendation_page_order()}
        </Button>
      </div>
    </section>
  );
}

/** For browsers without scripts: offers sizing by phone. */
export const WithoutScript = () => (
  <noscript>
    <p className="page">
      {m.recommendation_page_no_script()} <PhoneLink />
    </p>
  </noscript>
);

/** 'Professional Installation Included' (REC-03.5). */
export function Included() {
  return (
    <section className="mt-section bg-surface-sunken">
      <div className="page grid gap-8 py-[clamp(3rem,2rem+4vw,5rem)] lg:grid-cols-[5fr_7fr] lg:gap-16">
        <div>
          <h2>{m.recommendation_page_included_title()}</h2>
          <p className="mt-2 max-w-[36ch] text-quiet">
            {m.recommendation_page_included_lead({ startingPrice })}
          </p>
          <NotIncludedLine className="mt-2 max-w-[36ch]" />
        </div>
        <dl>
          {[
            {
              title: m.recommendation_page_included_list_1_title(),
              text: m.recommendation_page_included_list_1_text(),
            },
            {
              title: m.recommendation_page_included_list_2_title(),
              text: m.recommendation_page_included_list_2_text(),
            },
            {
              title: m.recommendation_page_included_list_3_title(),
              text: m.recommendation_page_included_list_3_text(),
            },
          ].map((part) => (
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
