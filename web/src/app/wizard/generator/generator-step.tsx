import { useLocation } from "wouter";
import { type Draft, hasGenerator, type Product } from "#draft/draft.ts";
import { useDraft } from "#draft/use-draft.ts";
import { useBonusItems } from "#features/distance-band/use-packages.ts";
import { generatorWords } from "#features/generator-choice/copy.ts";
import type { GeneratorOption } from "#features/generator-choice/generator-option.ts";
import { GeneratorPicker, IncludedItems } from "#features/generator-choice/generator-picker.tsx";
import { priceWords } from "#features/price-summary/copy.ts";
import { paths } from "#lib/paths.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { wizardWords as words } from "../copy.ts";
import { preloadDate } from "../date-area.ts";
import { recordQuietly, saveQuietly } from "../save-quietly.ts";
import { Step, StepBar, StepBody, useStepEntered } from "../step.tsx";
import { StepHeading } from "../step-heading.tsx";
import { usePrice, type WizardPrice } from "../use-price.ts";

/** Step 2: buy a generator here, or provide one's own (WIZ-04). */
export function GeneratorStep() {
  const [, navigate] = useLocation();
  const { draft, record } = useDraft();
  const { book, price, priceOf, generatorId, isFailed } = usePrice(draft);
  const band = draft.location.distance?.band ?? null;
  const bookBand = book?.bands.find((each) => each.band === band);
  const { data: included = [] } = useBonusItems(bookBand?.package_id ?? null);
  const { choice, product } = draft.generator;

  useStepEntered(2);

  const generatorCents = (id: number) => {
    const sold = book?.generators.find((each) => each.id === id);
    return sold ? (priceOf(band ?? "close", sold.key)?.generator_cents ?? null) : null;
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
    const product = productOf(option, isSale ? generatorCents(option.id) : 0);
    const next = record({ type: isSale ? "generatorChosen" : "ownGeneratorChosen", product });
    recordQuietly(next, "generator_selected", { generator_id: option.id, kw: option.kw });
  };

  const goToNextStep = () => {
    saveQuietly(record({ type: "stepCompleted", step: 2, price }));
    navigate(paths.wizard.date, { state: { fromStep: 2 } });
  };

  const missing = hasGenerator(draft) ? null : generatorWords.required;
  return (
    <Step>
      <StepBody>
        <StepHeading title={generatorWords.title} />
        <GeneratorPicker
          choice={choice}
          chosenId={choice === "buy_here" ? generatorId : Number(product?.sku) || null}
          generatorCents={generatorCents}
          onChoice={decide}
          onChoose={choose}
        />
        {choice === "buy_here" && <IncludedItems items={included} />}
        {isFailed && <Notice tone="warning">{priceWords.failed}</Notice>}
      </StepBody>
      <StepBar {...priceShown(draft, price)} missing={missing}>
        <Button
          variant="cta-green"
          size="lg"
          disabled={missing !== null}
          aria-describedby="step-missing"
          onClick={goToNextStep}
        >
          {words.next}
        </Button>
      </StepBar>
    </Step>
  );
}

// The total once a generator is chosen; until then the installation only.
function priceShown(draft: Draft, price: WizardPrice | null) {
  if (!price) return { label: words.priceTotal, cents: null, note: words.priceWithoutBand };
  if (!hasGenerator(draft))
    return {
      label: words.priceInstallation,
      cents: price.installation_cents,
      note: words.plusPermit,
    };
  const isOwn = draft.generator.choice === "provide_own";
  return {
    label: words.priceTotal,
    cents: price.total_cents,
    note: isOwn ? words.ownIncluded : words.allIncluded,
  };
}

/**
 * The draft's product, built from a catalog generator; `sku` is the generator's id in the catalog.
 */
export function productOf(option: GeneratorOption, cents: number | null): Product {
  const { badges } = option;
  return {
    model_number: option.modelNumber,
    sku: String(option.id),
    brand: option.brand,
    model_name: option.model,
    kw: option.kw,
    price_cents: cents ?? Math.round(option.price * 100),
    fuel_types: [
      ...(badges.includes("Natural Gas") ? (["NG"] as const) : []),
      ...(badges.includes("Propane") ? (["LP"] as const) : []),
    ],
    features: {
      wifi_enabled: badges.includes("WiFi Ready"),
      whole_house_switch: badges.includes("Auto Transfer"),
    },
    msrp_source_url: "",
  };
}
