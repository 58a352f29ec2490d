import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Notice } from "#ui/notice.tsx";
import { DrawingBeside } from "./drawing-beside.tsx";
import { RULES, type Rule } from "./rules.ts";
import { YardPlan } from "./yard-plan.tsx";

type PickSpotProps = {
  ticked: readonly Rule[];
  onTick: (ticked: Rule[]) => void;
  onNext: () => void;
};

/** The five safety rules; all must be checked before measuring (DIST-01.1). */
export function PickSpot({ ticked, onTick, onNext }: PickSpotProps) {
  const left = RULES.length - ticked.length;
  const tick = (rule: Rule, checked: boolean) =>
    onTick(RULES.filter((each) => (each === rule ? checked : ticked.includes(each))));

  return (
    <DrawingBeside drawing={<YardPlan ticked={ticked} />}>
      <p className="text-quiet">{m.distance_helper_spot_lead()}</p>
      <fieldset className="border-t border-line">
        <legend className="sr-only">{m.distance_helper_spot_legend()}</legend>
        {RULES.map((rule) => (
          <Checkbox
            className="border-b border-line"
            key={rule}
            name={`spot-${rule}`}
            label={m.distance_helper_spot_rule({ rule })}
            checked={ticked.includes(rule)}
            onChange={(checked) => tick(rule, checked)}
          />
        ))}
      </fieldset>
      <Notice>{m.distance_helper_spot_manual()}</Notice>
      <div className="flex items-center justify-between gap-4">
        <p className="text-sm text-quiet" role="status">
          {left > 0 && m.distance_helper_spot_missing({ count: left })}
        </p>
        <Button
          className="min-w-32"
          variant="cta-green"
          size="lg"
          disabled={left > 0}
          onClick={onNext}
        >
          {m.distance_helper_spot_next()}
        </Button>
      </div>
    </DrawingBeside>
  );
}
