import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { TextField } from "#ui/text-field.tsx";
import { clampSteps, feetFromSteps, MOST_STEPS, stepsFrom } from "./run.ts";

type StepCountProps = { steps: number | null; onCount: (steps: number | null) => void };

export function StepCount({ steps, onCount }: StepCountProps) {
  return (
    <div>
      <div className="grid grid-cols-[auto_1fr_auto] items-start gap-2">
        <Button
          variant="outline"
          size="icon-lg"
          className="mt-[1.7rem]"
          aria-label={m.distance_helper_measure_fewer()}
          disabled={(steps ?? 0) === 0}
          onClick={() => onCount(clampSteps((steps ?? 0) - 1))}
        >
          <Icon name="minus" />
        </Button>
        <TextField
          size="figure"
          label={m.distance_helper_measure_steps()}
          name="steps"
          inputMode="numeric"
          autoComplete="off"
          hint={m.distance_helper_measure_hint()}
          value={steps === null ? "" : String(steps)}
          onChange={(text) => onCount(stepsFrom(text))}
        />
        <Button
          variant="outline"
          size="icon-lg"
          className="mt-[1.7rem]"
          aria-label={m.distance_helper_measure_more()}
          disabled={steps === MOST_STEPS}
          onClick={() => onCount(clampSteps((steps ?? 0) + 1))}
        >
          <Icon name="plus" />
        </Button>
      </div>
      <p className="mt-2 min-h-[1.6em] text-center font-semibold" role="status">
        {steps !== null &&
          m.distance_helper_measure_feet({ count: steps, feet: feetFromSteps(steps) })}
      </p>
    </div>
  );
}
