import type { ReactNode } from "react";
import { company } from "#content/company.ts";
import { smsHref, telHref } from "#lib/phone.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { copy } from "./copy.ts";
import { DistanceArcs } from "./distance-arcs.tsx";
import { BANDS_FT, type BandFt, bandFor, feetFromSteps, isTooFar, stepsOf } from "./run.ts";
import { StepCount } from "./step-count.tsx";

const words = copy.measure;

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
    <div className="distance-helper__parts">
      <DistanceArcs feet={feet} band={band} />
      <div className="distance-helper__work">
        <p className="distance-helper__lead">{words.lead}</p>
        <StepCount steps={steps} onCount={count} />
        {tooFar && <TooFar />}
        {tooFar && beyond(steps ?? 0)}
        <RadioCards
          layout="slim"
          legend={words.legend}
          name="distance-helper-band"
          value={band === null ? null : String(band)}
          onChange={choose}
          options={BANDS_FT.map((each) => ({
            value: String(each),
            title: words.band(each),
            aside: (
              <span className="distance-helper__steps">{words.stepsBetween(...stepsOf(each))}</span>
            ),
            disabled: tooFar,
          }))}
        />
        <div className="distance-helper__ways">
          <Button className="min-w-32" variant="outline" size="lg" onClick={onBack}>
            {words.back}
          </Button>
          <Button
            className="min-w-32"
            variant="cta-green"
            size="lg"
            disabled={band === null}
            onClick={() => band !== null && onContinue(band)}
          >
            {words.continue}
          </Button>
        </div>
      </div>
    </div>
  );
}

// There is no band beyond 150 ft; staff price such a run.
function TooFar() {
  return (
    <Notice
      tone="danger"
      title={words.tooFar}
      action={
        <div className="distance-helper__quote">
          <Button size="md" href={telHref(company.phone)}>
            <Icon name="phone" size="sm" />
            {words.call} {company.phone}
          </Button>
          <Button variant="outline" size="md" href={smsHref(company.phone)}>
            <Icon name="message" size="sm" />
            {words.text}
          </Button>
        </div>
      }
    >
      {words.quote}
    </Notice>
  );
}
