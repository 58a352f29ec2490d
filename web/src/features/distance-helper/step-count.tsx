import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { TextField } from "#ui/text-field.tsx";
import { copy } from "./copy.ts";
import { clampSteps, feetFromSteps, MOST_STEPS, stepsFrom } from "./run.ts";

const words = copy.measure;

type StepCountProps = { steps: number | null; onCount: (steps: number | null) => void };

export function StepCount({ steps, onCount }: StepCountProps) {
  return (
    <div>
      <div className="grid grid-cols-[auto_1fr_auto] items-start gap-2">
        <Button
          variant="outline"
          size="icon-lg"
          className="mt-[1.7rem]"
          aria-label={words.fewer}
          disabled={(steps ?? 0) === 0}
          onClick={() => onCount(clampSteps((steps ?? 0) - 1))}
        >
          <Icon name="minus" />
        </Button>
        <TextField
          size="figure"
          label={words.steps}
          name="steps"
          inputMode="numeric"
          autoComplete="off"
          hint={words.hint}
          value={steps === null ? "" : String(steps)}
          onChange={(text) => onCount(stepsFrom(text))}
        />
        <Button
          variant="outline"
          size="icon-lg"
          className="mt-[1.7rem]"
          aria-label={words.more}
          disabled={steps === MOST_STEPS}
          onClick={() => onCount(clampSteps((steps ?? 0) + 1))}
        >
          <Icon name="plus" />
        </Button>
      </div>
      <p className="mt-2 min-h-[1.6em] text-center font-semibold" role="status">
        {steps !== null && words.feet(steps, feetFromSteps(steps))}
      </p>
    </div>
  );
}
