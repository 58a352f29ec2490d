import { priceExample } from "#content/price-example.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { Price } from "#ui/price.tsx";
import { copy } from "./copy.ts";
import "./price-example.css";

export function PriceExample() {
  const { title, text, action, total, note } = copy.price;

  return (
    <section className="price-example page" id="pricing">
      <div className="price-example__words" id="pricing-clarity">
        <h2>{title}</h2>
        <p>{text}</p>
        <Button variant="cta-green" size="lg" href={paths.wizard.address}>
          {action}
        </Button>
      </div>
      <div className="price-example__sheet">
        <h3>{priceExample.title}</h3>
        <dl>
          {priceExample.lines.map((line) => (
            <div className="price-example__line" key={line.name}>
              <dt>
                {line.name}
                <span>{line.note}</span>
              </dt>
              <dd>
                <Price cents={line.cents} />
              </dd>
            </div>
          ))}
          <div className="price-example__line price-example__line--total">
            <dt>{total}</dt>
            <dd>
              <Price cents={priceExample.totalCents} size="xl" />
            </dd>
          </div>
        </dl>
        <p className="price-example__note">{note}</p>
      </div>
    </section>
  );
}
