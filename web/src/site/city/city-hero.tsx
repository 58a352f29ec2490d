import type { ReactNode } from "react";
import type { City } from "#content/cities/city.ts";
import type { Picture as Made } from "#lib/pictures.ts";
import { Hero } from "#site/home/hero.tsx";
import { copy } from "./copy.ts";

type CityHeroProps = { city: City; picture: Made /** Address box. */; children?: ReactNode };

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
