import type { ReactNode } from "react";
import type { City } from "#content/cities/city.ts";
import { company } from "#content/company.ts";
import { startingPriceCents } from "#content/price-example.ts";
import { analyticsAttributes } from "#lib/analytics.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import type { Picture as Made } from "#lib/pictures.ts";
import { Picture } from "#ui/picture.tsx";
import { Price } from "#ui/price.tsx";
import { copy } from "./copy.ts";
import "#sections/home/hero.css";
import "./city-hero.css";

type CityHeroProps = { city: City; picture: Made /** Address box. */; children?: ReactNode };

export function CityHero({ city, picture, children }: CityHeroProps) {
  const { call, or, text } = copy.callOrText;

  return (
    <section className="hero city-hero on-night" id="quote">
      <div className="hero__words page">
        <h1 className="hero__headline">{copy.headline(city.name)}</h1>
        <p className="hero__price">
          {copy.startingAt} <Price className="text-glow" cents={startingPriceCents} size="2xl" />
        </p>
        <p className="hero__lead">{city.lead}</p>
        <div className="hero__address">{children}</div>
        <p className="hero__contact">
          {call}{" "}
          <a href={telHref(company.phone)} {...analyticsAttributes("hero_call_clicked")}>
            {company.phone}
          </a>{" "}
          {or}{" "}
          <a href={smsHref(company.phone)} {...analyticsAttributes("hero_text_clicked")}>
            {text}
          </a>
        </p>
      </div>
      <div className="hero__picture">
        <Picture picture={picture} alt={copy.picture} first />
      </div>
    </section>
  );
}
