import type { ReactNode } from "react";
import { yearlySavingsDollars } from "#content/sizing/tiers.ts";
import { paths } from "#lib/paths.ts";
import type { Picture as Made } from "#lib/pictures.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { pageWords as words } from "./copy.ts";
import { SolutionCard } from "./solution-card.tsx";

type IntroProps = { picture: Made /** The button and its modal. */; children?: ReactNode };

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
