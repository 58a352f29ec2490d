import { analyticsAttributes } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { Price } from "#ui/price.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";
import { copy } from "./copy.ts";

const LINE = "flex items-baseline justify-between gap-4 py-3.5";
const NOTE = "block text-sm font-normal text-quiet";
const AMOUNT = "text-end whitespace-nowrap";

/** Example price, with what others charge extra struck through (HOME-07.1). */
export function QuickAnswer() {
  return (
    <section
      className="page grid items-center gap-10 py-section lg:grid-cols-[5fr_6fr] lg:gap-16"
      id="quick-answer"
    >
      <div>
        <h2 className="text-3xl tracking-tight">{copy.title}</h2>
        <p className="mt-4 mb-6 max-w-[34ch] text-lg leading-[1.45] text-quiet">{copy.lead}</p>
        <Button
          variant="cta-green"
          size="lg"
          href={paths.wizard.address}
          {...analyticsAttributes("get_instant_price_clicked")}
        >
          {copy.action}
        </Button>
      </div>
      <dl
        className="min-w-0 rounded-md bg-surface-sunken p-[clamp(1.5rem,1rem+2.5vw,2.5rem)]"
        aria-label={copy.example}
      >
        <div className={`${LINE} border-b border-line`}>
          <dt className="font-medium">
            {copy.base.name}
            <span className={NOTE}>{copy.base.note}</span>
          </dt>
          <dd className={AMOUNT}>
            <Price cents={copy.base.cents} />
          </dd>
        </div>
        {copy.extras.map((extra) => (
          <div className={`${LINE} border-b border-line`} key={extra.name}>
            <dt className="font-medium">
              {extra.name}
              <span className={NOTE}>{extra.note}</span>
            </dt>
            <dd className={AMOUNT}>
              <strong className="font-semibold text-success">{copy.included}</strong>
              <VisuallyHidden> {copy.worth} </VisuallyHidden>
              <s className="block text-quiet">
                <Price cents={extra.cents} size="sm" isStrong={false} />
              </s>
            </dd>
          </div>
        ))}
        <div className={`${LINE} font-semibold`}>
          <dt className="font-medium">{copy.total}</dt>
          <dd className={AMOUNT}>
            <Price cents={copy.base.cents} size="xl" />
          </dd>
        </div>
        <div>
          <dt className="sr-only">Note</dt>
          <dd className="text-sm text-quiet">{copy.note}</dd>
        </div>
      </dl>
    </section>
  );
}
