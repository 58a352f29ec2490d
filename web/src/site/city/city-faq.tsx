import type { ReactNode } from "react";
import type { City } from "#content/cities/city.ts";
import { Faq } from "#site/home/faq.tsx";
import { copy } from "./copy.ts";

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
