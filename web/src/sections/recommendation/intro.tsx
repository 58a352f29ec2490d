import type { ReactNode } from "react";
import { yearlySavingsDollars } from "#content/sizing/tiers.ts";
import { paths } from "#lib/paths.ts";
import type { Picture as Made } from "#lib/pictures.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { pageWords as words } from "./copy.ts";
import { SolutionCard } from "./solution-card.tsx";
import "./intro.css";

type IntroProps = { picture: Made /** The button and its modal. */; children?: ReactNode };

export function Intro({ picture, children }: IntroProps) {
  const { at } = yearlySavingsDollars.source;

  return (
    <section className="intro on-night">
      <div className="intro__grid page">
        <div className="intro__words">
          <Button className="-ms-5" variant="ghost" href={paths.home}>
            <Icon name="arrow-left" size="sm" />
            {words.back}
          </Button>
          <h1>{words.headline}</h1>
          <p className="intro__lead">{words.lead}</p>
          <div className="intro__action">{children}</div>
          <p className="intro__note">
            {words.claimNote} {at && words.claimSource(at)}
          </p>
        </div>
        <SolutionCard picture={picture} />
      </div>
    </section>
  );
}
