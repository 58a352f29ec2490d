import { type ReactNode, useState } from "react";
import { track } from "#lib/analytics.ts";
import { m } from "#paraglide/messages.js";
import { focusOnMount } from "#ui/focus-on-mount.ts";
import { Progress } from "#ui/progress.tsx";
import { MeasureDistance, type Run, UNMEASURED } from "./measure-distance.tsx";
import { PickSpot } from "./pick-spot.tsx";
import type { Rule } from "./rules.ts";
import { type BandFt, feetFromSteps, isTooFar } from "./run.ts";

type DistanceHelperProps = {
  onContinue: (band: BandFt) => void;
  /** Content for a run beyond all bands; belongs to another feature and is passed in by the app. */
  beyond: (steps: number) => ReactNode;
};

/** Two steps: whether the spot is safe, and how far it is from the panel (DIST-01). */
export function DistanceHelper({ onContinue, beyond }: DistanceHelperProps) {
  const [step, setStep] = useState<1 | 2>(1);
  const [ticked, setTicked] = useState<Rule[]>([]);
  const [run, setRun] = useState<Run>(UNMEASURED);
  const [hasMoved, setMoved] = useState(false);

  const goTo = (next: 1 | 2) => {
    track("distance_modal_step_viewed", { step: next });
    setStep(next);
    setMoved(true);
  };

  const measure = (next: Run) => {
    if (isTooFar(next.steps) && !isTooFar(run.steps))
      track("distance_modal_over_150", { feet: feetFromSteps(next.steps ?? 0) });
    setRun(next);
  };

  const finish = (band: BandFt) => {
    track("distance_modal_continue_clicked", { band, steps: run.steps });
    onContinue(band);
  };

  return (
    <div className="@container grid gap-6">
      <div className="grid gap-4">
        <Progress step={step} of={2} label={m.distance_helper_of({ step })} />
        <h3
          key={step}
          className="text-xl focus:outline-none"
          ref={hasMoved ? focusOnMount : null}
          tabIndex={-1}
        >
          {step === 1 ? m.distance_helper_spot_title() : m.distance_helper_measure_title()}
        </h3>
      </div>
      {step === 1 ? (
        <PickSpot ticked={ticked} onTick={setTicked} onNext={() => goTo(2)} />
      ) : (
        <MeasureDistance
          run={run}
          onMeasure={measure}
          onBack={() => goTo(1)}
          onContinue={finish}
          beyond={beyond}
        />
      )}
    </div>
  );
}
