import type { ReactNode } from "react";
import { company } from "#content/company.ts";
import { startingPriceCents } from "#content/price-example.ts";
import { analyticsAttributes } from "#lib/analytics.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import type { Picture as Made } from "#lib/pictures.ts";
import { Picture } from "#ui/picture.tsx";
import { Price } from "#ui/price.tsx";
import { copy } from "./copy.ts";
import "./hero.css";

type HeroProps = { picture: Made /** Address box. */; children?: ReactNode };

export function Hero({ picture, children }: HeroProps) {
  const { headline, startingAt, lead, callOrText } = copy.hero;

  return (
    <section className="hero on-night" id="quote">
      <div className="hero__words page">
        <h1 className="hero__headline">{headline}</h1>
        <p className="hero__price">
          {startingAt} <Price cents={startingPriceCents} size="2xl" className="text-glow" />
        </p>
        <p className="hero__lead">{lead}</p>
        <div className="hero__address">{children}</div>
        <p className="hero__contact">
          {callOrText.call}{" "}
          <a href={telHref(company.phone)} {...analyticsAttributes("hero_call_clicked")}>
            {company.phone}
          </a>{" "}
          {callOrText.or}{" "}
          <a href={smsHref(company.phone)} {...analyticsAttributes("hero_text_clicked")}>
            {callOrText.text}
          </a>
        </p>
      </div>
      <div className="hero__picture">
        <Picture picture={picture} alt={copy.hero.picture} first />
      </div>
    </section>
  );
}
