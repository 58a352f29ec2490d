import type { City } from "#content/cities/city.ts";
import { wholeDollars } from "#lib/money.ts";
import { TrustStrip } from "#site/home/trust-strip.tsx";
import { copy } from "./copy.ts";
import type { LocalFacts } from "./facts.ts";

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
