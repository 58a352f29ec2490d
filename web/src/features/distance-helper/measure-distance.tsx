import type { ReactNode } from "react";
import { longestFlatRunFt } from "#business/bands.ts";
import { company } from "#content/company.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { DistanceArcs } from "./distance-arcs.tsx";
import { DrawingBeside } from "./drawing-beside.tsx";
import { BANDS_FT, type BandFt, bandFor, feetFromSteps, isTooFar, stepsOf } from "./run.ts";
import { StepCount } from "./step-count.tsx";

/** Measured in steps, or a known distance: setting one clears the other. */
export type Run = { steps: number | null; band: BandFt | null };

export const UNMEASURED: Run = { steps: null, band: null };

type MeasureDistanceProps = {
  run: Run;
  onMeasure: (run: Run) => void;
  onBack: () => void;
  onContinue: (band: BandFt) => void;
  /** Content below the text about a run beyond all bands. */
  beyond: (steps: number) => ReactNode;
};

export function MeasureDistance(props: MeasureDistanceProps) {
  const { run, onMeasure, onBack, onContinue, beyond } = props;
  const { steps, band } = run;
  const feet = steps === null ? null : feetFromSteps(steps);
  const tooFar = isTooFar(steps);
  const count = (walked: number | null) =>
    onMeasure({
      steps: walked,
      band: walked === null ? null : bandFor(feetFromSteps(walked)),
    });
  const choose = (value: string) =>
    onMeasure({ steps: null, band: BANDS_FT.find((each) => String(each) === value) ?? null });

  return (
    <DrawingBeside drawing={<DistanceArcs feet={feet} band={band} />}>
      <p className="text-quiet">{m.distance_helper_measure_lead()}</p>
      <StepCount steps={steps} onCount={count} />
      {tooFar && <TooFar />}
      {tooFar && beyond(steps ?? 0)}
      <RadioCards
        layout="slim"
        legend={m.distance_helper_measure_legend()}
        name="distance-helper-band"
        value={band === null ? null : String(band)}
        onChange={choose}
        options={BANDS_FT.map((each) => ({
          value: String(each),
          title: m.distance_helper_measure_band({ feet: each }),
          aside: <span className="text-sm font-normal text-quiet">{stepsBetween(each)}</span>,
          disabled: tooFar,
        }))}
      />
      <div className="flex items-center justify-between gap-4">
        <Button className="min-w-32" variant="outline" size="lg" onClick={onBack}>
          {m.distance_helper_measure_back()}
        </Button>
        <Button
          className="min-w-32"
          variant="cta-green"
          size="lg"
          disabled={band === null}
          onClick={() => band !== null && onContinue(band)}
        >
          {m.distance_helper_measure_continue()}
        </Button>
      </div>
    </DrawingBeside>
  );
}

// There is no band for it; staff price such a run.
function TooFar() {
  return (
    <Notice
      tone="danger"
      title={m.distance_helper_measure_too_far({ feet: longestFlatRunFt })}
      action={
        <div className="flex flex-wrap gap-2">
          <Button size="md" href={telHref(company.phone)}>
            <Icon name="phone" size="sm" />
            {m.distance_helper_measure_call()} {company.phone}
          </Button>
          <Button variant="outline" size="md" href={smsHref(company.phone)}>
            <Icon name="message" size="sm" />
            {m.distance_helper_measure_text()}
          </Button>
        </div>
      }
    >
      {m.distance_helper_measure_quote({ feet: longestFlatRunFt })}
    </Notice>
  );
}

function stepsBetween(band: BandFt): string {
  const [from, to] = stepsOf(band);
  return m.distance_helper_measure_steps_between({ from, to });
}
