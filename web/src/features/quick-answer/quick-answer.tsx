import { analyticsAttributes } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { Price } from "#ui/price.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { copy } from "./copy.ts";
import "./quick-answer.css";

/** Example price, with what others charge extra struck through (HOME-07.1). */
export function QuickAnswer() {
  return (
    <div className="quick-answer">
      <div className="quick-answer__words">
        <h2>{copy.title}</h2>
        <p>{copy.lead}</p>
        <Button
          variant="cta-green"
          size="lg"
          href={paths.wizard.address}
          {...analyticsAttributes("get_instant_price_clicked")}
        >
          {copy.action}
        </Button>
      </div>
      <dl className="quick-answer__sheet" aria-label={copy.example}>
        <div className="quick-answer__line">
          <dt>
            {copy.base.name}
            <span>{copy.base.note}</span>
          </dt>
          <dd>
            <Price cents={copy.base.cents} />
          </dd>
        </div>
        {copy.extras.map((extra) => (
          <div className="quick-answer__line" key={extra.name}>
            <dt>
              {extra.name}
              <span>{extra.note}</span>
            </dt>
            <dd>
              <strong>{copy.included}</strong>
              <VisuallyHidden> {copy.worth} </VisuallyHidden>
              <s>
                <Price cents={extra.cents} size="sm" isStrong={false} />
              </s>
            </dd>
          </div>
        ))}
        <div className="quick-answer__line quick-answer__line--total">
          <dt>{copy.total}</dt>
          <dd>
            <Price cents={copy.base.cents} size="xl" />
          </dd>
        </div>
        <div className="quick-answer__note">
          <dt className="sr-only">Note</dt>
          <dd>{copy.note}</dd>
        </div>
      </dl>
    </div>
  );
}
