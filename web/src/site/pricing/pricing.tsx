import { lazy, Suspense, useState } from "react";
import { limitOf } from "#business/bands.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { PriceCalculator } from "#site/price-calculator/price-calculator.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";

const PricingExplainer = lazy(async () => {
  const explainer = await import("#site/pricing-explainer/pricing-explainer.tsx");
  return { default: explainer.PricingExplainer };
});

/** Price calculator of the home and city pages, with its explainer. */
export default function Pricing({ township }: { township?: string | undefined }) {
  const [isExplained, setExplained] = useState(false);
  const [isRequested, setRequested] = useState(false);

  const openExplainer = () => {
    setRequested(true);
    setExplained(true);
  };

  return (
    <>
      <PriceCalculator township={township}>
        {({ band }) => (
          <div className="flex flex-wrap gap-2">
            <Button
              className="flex-[1_1_14rem]"
              variant="cta-green"
              size="lg"
              href={`${paths.wizard.address}?band=${limitOf(band)}`}
            >
              {m.pricing_start()}
            </Button>
            <Button className="flex-[1_1_14rem]" variant="ghost" size="lg" onClick={openExplainer}>
              <Icon name="info" size="sm" />
              {m.pricing_explain()}
            </Button>
          </div>
        )}
      </PriceCalculator>
      {isRequested && (
        <Suspense>
          <PricingExplainer open={isExplained} onClose={() => setExplained(false)} />
        </Suspense>
      )}
    </>
  );
}
