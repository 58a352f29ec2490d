import { lazy, type ReactNode, Suspense, useState } from "react";
import { type Band, bandFor, bandLimits, limitOf } from "#business/bands.ts";
import { clearances } from "#business/terms.ts";
import { track } from "#lib/analytics.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { focusOnMount } from "#ui/focus-on-mount.ts";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { PhoneHandoff } from "#ui/phone-handoff.tsx";
import { Progress } from "#ui/progress.tsx";
import { RadioCards } from "#ui/radio-cards.tsx";
import { TextField } from "#ui/text-field.tsx";
import { DistanceArcs } from "./distance-arcs.tsx";
import { clampSteps, feetFromSteps, isTooFar, MOST_STEPS, stepsFrom, stepsOf } from "./run.ts";
import { type SentRequest, useSentRequest } from "./sent-request.ts";
import { RULES, type Rule, YardPlan } from "./yard-plan.tsx";

const RequestSent = lazy(async () => ({
  default: (await import("./request-sent.tsx")).RequestSent,
}));
const TooFar = lazy(async () => ({ default: (await import("./too-far.tsx")).TooFar }));

type DistanceHelperProps = {
  onContinue: (band: Band) => void;
  /** A home address to take along when the visitor goes on measuring on a phone. */
  address?: string | null | undefined;
  /** Content for a run beyond all bands; belongs to another feature and is passed in by the app. */
  beyond: Beyond;
};

type Beyond = (steps: number, onSent: (sent: SentRequest) => void) => ReactNode;

/**
 * Two steps: whether the spot is safe, and how far it is from the panel (DIST-01). Whoever asked
 * for a price of a longer run sees what we answered instead.
 */
export function DistanceHelper({ onContinue, address, beyond }: DistanceHelperProps) {
  const [step, setStep] = useState<1 | 2>(1);
  const [ticked, setTicked] = useState<Rule[]>([]);
  const [run, setRun] = useState<Run>(UNMEASURED);
  const [hasMoved, setMoved] = useState(false);
  const { sent, keep } = useSentRequest("run");

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

  const finish = (band: Band) => {
    track("distance_modal_continue_clicked", { band: limitOf(band), steps: run.steps });
    onContinue(band);
  };

  if (sent)
    return (
      <Suspense>
        <RequestSent sent={sent} isNew={hasMoved} onAgain={() => keep(null)} />
      </Suspense>
    );
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
          beyond={(steps) => beyond(steps, keep)}
        />
      )}
      <PhoneHandoff text={m.distance_helper_measure_phone()} url={helperPath(address)} />
    </div>
  );
}

/** The helper's own page, with the address of a visitor who has entered one. */
export const helperPath = (address: string | null | undefined): string =>
  address ? `${paths.distanceHelper}?${new URLSearchParams({ address })}` : paths.distanceHelper;

type PickSpotProps = {
  ticked: readonly Rule[];
  onTick: (ticked: Rule[]) => void;
  onNext: () => void;
};

/** The five safety rules; all must be checked before measuring (DIST-01.1). */
function PickSpot({ ticked, onTick, onNext }: PickSpotProps) {
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
      <Notice>{m.distance_helper_spot_manual(clearances)}</Notice>
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

/** Measured in steps, or a known distance: setting one clears the other. */
type Run = { steps: number | null; band: Band | null };

const UNMEASURED: Run = { steps: null, band: null };

type MeasureDistanceProps = {
  run: Run;
  onMeasure: (run: Run) => void;
  onBack: () => void;
  onContinue: (band: Band) => void;
  /** Content below the text about a run beyond all bands. */
  beyond: (steps: number) => ReactNode;
};

function MeasureDistance(props: MeasureDistanceProps) {
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
    onMeasure({ steps: null, band: bandLimits.find(([each]) => each === value)?.[0] ?? null });

  return (
    <DrawingBeside drawing={<DistanceArcs feet={feet} band={band} />}>
      <p className="text-quiet">{m.distance_helper_measure_lead()}</p>
      <StepCount steps={steps} onCount={count} />
      {tooFar && (
        <Suspense>
          <TooFar />
        </Suspense>
      )}
      {tooFar && beyond(steps ?? 0)}
      <RadioCards
        layout="slim"
        legend={m.distance_helper_measure_legend()}
        name="distance-helper-band"
        value={band}
        onChange={choose}
        options={bandLimits.map(([each, feet]) => ({
          value: each,
          title: m.distance_helper_measure_band({ feet }),
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

function stepsBetween(band: Band): string {
  const [from, to] = stepsOf(band);
  return m.distance_helper_measure_steps_between({ from, to });
}

/** Whether what was typed can become no count of steps: "abc" or "-5", but not "-" yet. */
const isNoCount = (text: string) =>
  text.trim().length > 1 && (text.trim().startsWith("-") || stepsFrom(text) === null);

const countOf = (text: string) => (isNoCount(text) ? null : stepsFrom(text));

type StepCountProps = { steps: number | null; onCount: (steps: number | null) => void };

function StepCount({ steps, onCount }: StepCountProps) {
  const [typed, setTyped] = useState("");
  const count = steps === null ? "" : String(steps);
  // "3." and "-" stay while they are typed; the count replaces them once the field is left.
  const isUnfinished = /\D/.test(typed) && countOf(typed) === steps;

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
          value={isUnfinished ? typed : count}
          error={isNoCount(typed) ? m.distance_helper_measure_no_count() : undefined}
          onChange={(text) => {
            setTyped(text);
            onCount(countOf(text));
          }}
          onBlur={() => !isNoCount(typed) && setTyped("")}
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

type DrawingBesideProps = { drawing: ReactNode; children: ReactNode };

/** One step: its drawing above the questions, or beside them, where it stays in view. */
function DrawingBeside({ drawing, children }: DrawingBesideProps) {
  return (
    <div className="grid items-start gap-6 @min-[44rem]:grid-cols-2 @min-[44rem]:gap-8">
      <div className="@min-[44rem]:sticky @min-[44rem]:top-20">{drawing}</div>
      <div className="grid min-w-0 gap-4">{children}</div>
    </div>
  );
}
