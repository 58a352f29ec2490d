import type { ReactNode } from "react";
import type { City } from "#content/cities/city.ts";
import { analyticsAttributes } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { copy } from "./copy.ts";
import "#sections/home/faq.css";
import "./city-faq.css";

type CityFaqProps = {
  city: City;
  /** Number of questions on the FAQ page. */
  count: number;
  /** The city's questions. */
  children: ReactNode;
};

export function CityFaq({ city, count, children }: CityFaqProps) {
  return (
    <section className="home-faq city-faq page" id="faq" aria-labelledby="faq-title">
      <h2 id="faq-title">{copy.faq.title(city.name)}</h2>
      <div className="home-faq__questions">
        {children}
        <Button variant="outline" href={paths.faq} {...analyticsAttributes("faq_all_clicked")}>
          {copy.faq.all(count)}
        </Button>
      </div>
    </section>
  );
}
