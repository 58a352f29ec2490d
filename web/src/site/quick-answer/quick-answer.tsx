import { bandInWords, bandRange, fartherBands, nearestBand } from "#business/bands.ts";
import { installationCents, startingPrice } from "#content/price-example.ts";
import { fittedCents, partCents } from "#content/retail-values.ts";
import { analyticsAttributes } from "#lib/analytics.ts";
import { retailValue } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Price } from "#ui/price.tsx";
import { VisuallyHidden } from "#ui/visually-hidden.tsx";

const LINE = "flex items-baseline justify-between gap-4 py-2.5 md:py-3.5";
const NOTE = "block text-sm font-normal text-quiet";
const AMOUNT = "text-end whitespace-nowrap";
const exampleBand = fartherBands[0] ?? nearestBand;

/** Example price, with what others charge extra struck through (HOME-07.1). */
export function QuickAnswer() {
  return (
    <section
      className="page grid items-center gap-6 py-section md:gap-10 lg:grid-cols-[5fr_6fr] lg:gap-16"
      id="quick-answer"
    >
      <div>
        <h2 className="text-3xl tracking-tight">{m.quick_answer_title()}</h2>
        <p className="mt-2 mb-4 max-w-[38ch] md:mt-4 md:mb-6 md:text-lg leading-[1.45] text-quiet">
          {m.quick_answer_lead({ reach: bandInWords(exampleBand) })}
        </p>
        <Button
          variant="cta-green"
          size="lg"
          href={paths.wizard.address}
          {...analyticsAttributes("get_instant_price_clicked")}
        >
          {m.quick_answer_action()}
        </Button>
      </div>
      <dl
        className="min-w-0 rounded-md bg-surface-sunken p-[clamp(1rem,0.5rem+2.5vw,2.5rem)]"
        aria-label={m.quick_answer_example()}
        data-sum
      >
        <div className={`${LINE} border-b border-line`} data-part="lines">
          <dt className="font-medium">
            {m.quick_answer_base_name()}
            <span className={NOTE}>
              {m.quick_answer_base_note({ reach: bandRange(exampleBand) })}
            </span>
          </dt>
          <dd className={AMOUNT}>
            <Price cents={installationCents(exampleBand)} />
          </dd>
        </div>
        {[
          {
            name: m.quick_answer_extras_1_name(),
            note: m.quick_answer_extras_1_note(),
            cents: fittedCents.surgeProtector,
          },
          {
            name: m.quick_answer_extras_2_name(),
            note: m.quick_answer_extras_2_note(),
            cents: fittedCents.module,
          },
        ].map((extra) => (
          <div className={`${LINE} border-b border-line`} key={extra.name}>
            <dt className="font-medium">
              {extra.name}
              <span className={`${NOTE} max-md:hidden`}>{extra.note}</span>
            </dt>
            <dd className={AMOUNT}>
              <strong className="font-semibold text-success">{m.quick_answer_included()}</strong>
              <VisuallyHidden> {m.quick_answer_worth()} </VisuallyHidden>
              <s className="block text-quiet">
                <Price cents={extra.cents} size="sm" isStrong={false} />
              </s>
            </dd>
          </div>
        ))}
        <div className={`${LINE} font-semibold`} data-total="lines">
          <dt className="font-medium">{m.quick_answer_total()}</dt>
          <dd className={AMOUNT}>
            <Price cents={installationCents(exampleBand)} size="xl" />
          </dd>
        </div>
        <div>
          <dt className="sr-only">{m.quick_answer_note_label()}</dt>
          <dd className="text-sm text-quiet">
            {m.quick_answer_note({ nearest: bandInWords(nearestBand), startingPrice })}{" "}
            {m.quick_answer_note_struck({
              protector: retailValue(partCents.surgeProtector),
              module: retailValue(partCents.module),
            })}
          </dd>
        </div>
      </dl>
    </section>
  );
}
