import { useState } from "react";
import { nearestBand } from "#business/bands.ts";
import type { GeneratorOption } from "#business/generator-option.ts";
import type { HomeAnswers } from "#business/sizing/home-answers.ts";
import { type Draft, hasGenerator } from "#draft/draft.ts";
import { productOf } from "#draft/product-of.ts";
import { useDraft } from "#draft/use-draft.ts";
import { useBonusItems } from "#features/distance-band/use-packages.ts";
import { GeneratorPicker, IncludedItems } from "#features/generator-choice/generator-picker.tsx";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { preloadDate } from "../date-area.ts";
import { recordQuietly } from "../save-quietly.ts";
import { SaveQuote } from "../save-quote/save-quote.tsx";
import { Step, StepBar, StepBody, StepHeading, useStep } from "../step.tsx";
import { usePrice, type WizardPrice } from "../use-price.ts";
import { aboutUnit, WhatStaysOn } from "./sizing.tsx";

/** Step 2: buy a generator here, or provide one's own (WIZ-04). */
export function GeneratorStep() {
  const { draft, record } = useDraft();
  const { book, price, priceOf, generatorId, isFailed } = usePrice(draft);
  const band = draft.location.distance?.band ?? null;
  const bookBand = book?.bands.find((each) => each.band === band);
  const { data: included = [] } = useBonusItems(bookBand?.package_id ?? null);
  const { choice, product } = draft.generator;
  const [answers, setAnswers] = useState<HomeAnswers | null>(null);

  const goOn = useStep("generator");

  const priceWith = (id: number) => {
    const sold = book?.generators.find((each) => each.id === id);
    return sold ? priceOf(band ?? nearestBand, sold.key) : null;
  };
  const cardPrice = (id: number) => {
    const priced = priceWith(id);
    return (
      priced && {
        generatorCents: priced.shown.generator_cents,
        totalCents: band === null ? null : priced.shown.total_cents,
        isPermitAtCost: priced.permit_at_cost,
      }
    );
  };

  const decide = (type: GeneratorOption["type"]) => {
    const next =
      type === "provide_own"
        ? record({ type: "ownGeneratorChosen", product: null })
        : record({ type: "buyingHereChosen" });
    recordQuietly(next, "generator_choice_selected", { choice: type });
  };

  const choose = (option: GeneratorOption) => {
    preloadDate();
    const isSale = option.type === "buy_here";
    const product = productOf(option, isSale ? (priceWith(option.id)?.generator_cents ?? null) : 0);
    const next = record({ type: isSale ? "generatorChosen" : "ownGeneratorChosen", product });
    recordQuietly(next, "generator_selected", { generator_id: option.id, kw: option.kw });
  };

  const missing = hasGenerator(draft) ? null : m.generator_choice_required();
  return (
    <Step>
      <StepBody>
        <StepHeading
          title={m.generator_choice_title()}
          lead={m.wizard_page_description({ step: "generator" })}
        />
        <GeneratorPicker
          choice={choice}
          chosenId={choice === "buy_here" ? generatorId : Number(product?.sku) || null}
          priceOf={cardPrice}
          onChoice={decide}
          onChoose={choose}
          sizing={
            <WhatStaysOn
              answers={answers}
              onChange={setAnswers}
              modelNumber={product?.model_number ?? null}
              kept={draft.answers.stay_on ?? null}
              onTold={(told) => record({ type: "answered", answers: { stay_on: told } })}
            />
          }
          about={(option) => aboutUnit(option, answers)}
        />
        {choice === "buy_here" && <IncludedItems items={included} />}
        {isFailed && <Notice tone="warning">{m.price_summary_failed()}</Notice>}
      </StepBody>
      <StepBar {...priceShown(draft, price)} missing={missing}>
        <Button
          variant="cta-green"
          size="lg"
          disabled={missing !== null}
          aria-describedby="step-missing"
          onClick={() => goOn(price)}
        >
          {m.wizard_next()}
        </Button>
        {missing === null && band && !isFailed && (
          <SaveQuote draft={draft} isReady={price !== null} />
        )}
      </StepBar>
    </Step>
  );
}

// The total once a generator is chosen; until then the installation only.
function priceShown(draft: Draft, price: WizardPrice | null) {
  if (!price)
    return { label: m.wizard_price_total(), cents: null, note: m.wizard_price_without_band() };
  if (!hasGenerator(draft))
    return {
      label: m.wizard_price_installation(),
      cents: price.installation_cents,
      note: m.wizard_plus_permit(),
    };
  const isOwn = draft.generator.choice === "provide_own";
  return {
    label: m.wizard_price_total(),
    cents: price.total_cents,
    note: isOwn ? m.wizard_own_included() : m.wizard_all_included(),
  };
}
