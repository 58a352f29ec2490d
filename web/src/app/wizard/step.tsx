import { type MouseEvent, type ReactNode, type Ref, useEffect } from "react";
import { useLocation } from "wouter";
import { company } from "#content/company.ts";
import type { PriceLines } from "#draft/draft.ts";
import { type StepName, stepNumber, steps } from "#draft/steps.ts";
import { recordDraft } from "#draft/use-draft.ts";
import type { Amount } from "#lib/money.ts";
import { paths } from "#lib/paths.ts";
import { focusUnlessFirst } from "#ui/focus-on-mount.ts";
import { Price } from "#ui/price.tsx";
import { useDocumentTitle } from "#ui/use-document-title.ts";
import { saveQuietly } from "./save-quietly.ts";

const STEP =
  "mx-auto flex min-h-[calc(100dvh-4.75rem)] max-w-168 flex-col gap-8 px-gutter pt-6 lg:grid lg:max-w-288 lg:auto-rows-min lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-16 lg:pt-12 lg:pb-16";

/** Frame of a step: its parts below each other, and beside its bar on a wide screen. */
export const Step = ({ children }: { children: ReactNode }) => (
  <main className={STEP} id="content">
    {children}
  </main>
);

type StepBodyProps = { ref?: Ref<HTMLDivElement>; children: ReactNode };

export const StepBody = ({ ref, children }: StepBodyProps) => (
  <div className="grid min-w-0 content-start gap-10 lg:col-1" ref={ref}>
    {children}
  </div>
);

const BAR =
  "@container sticky bottom-0 z-1 -mx-gutter mt-auto border-t border-line bg-surface print:static [@media(height<36em)]:static lg:top-30 lg:bottom-auto lg:col-2 lg:row-[1/span_3] lg:m-0 lg:self-start lg:rounded-md lg:border lg:shadow-md";
const ROWS =
  "grid grid-cols-[fit-content(12rem)_minmax(min-content,1fr)] items-center @max-[20rem]:grid-cols-1 gap-x-4 gap-y-2 px-gutter pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] lg:grid-cols-1 lg:gap-4 lg:p-6";
const SMALL = "text-xs leading-[1.3] lg:text-sm";
const PRICE = "text-[2.125rem] leading-[1.1] tracking-[-0.03em] lg:text-4xl";

type StepBarProps = {
  label: string;
  cents: Amount | null;
  note?: string | null;
  /** What is missing before the visitor can continue. */
  missing?: string | null;
  /** Content between the price and the button: the chosen day, an error. */
  above?: ReactNode;
  children: ReactNode;
};

/** Price and Next button: fixed to the bottom on a phone, beside the step on a wide screen. */
export function StepBar({ label, cents, note, missing, above, children }: StepBarProps) {
  return (
    <aside className={BAR} aria-label={label} onClickCapture={ignoreSecondPress}>
      <div className={ROWS}>
        <div
          className="grid max-w-48 min-w-35 @max-[20rem]:max-w-none lg:max-w-none"
          aria-live="polite"
        >
          <span className={`text-quiet ${SMALL}`}>{label}</span>
          {cents === null ? (
            <span className={`font-semibold whitespace-nowrap tabular-nums ${PRICE}`}>–</span>
          ) : (
            <Price cents={cents} className={PRICE} />
          )}
          {/* On a phone an error takes its line: the bar stays below a quarter of the screen. */}
          {note && (
            <span className={`text-quiet ${SMALL} ${above && missing ? "max-lg:hidden" : ""}`}>
              {note}
            </span>
          )}
        </div>
        {above}
        <div className={`grid min-w-30 gap-1 @max-[20rem]:min-w-0 ${above ? "col-span-full" : ""}`}>
          {children}
          {missing && (
            <p
              id="step-missing"
              className={`text-center ${above ? "text-danger" : "text-quiet"} ${SMALL}`}
            >
              {missing}
            </p>
          )}
        </div>
      </div>
    </aside>
  );
}

// The second of two taps comes sooner, and so soon nobody has seen the step.
const UNSEEN_MS = 400;

/** What the history keeps with a step: which one led to it, and when. */
type StepState = { fromStep: number; at: number };

/** The state with which a step is navigated to. */
export const cameFrom = (fromStep: number): StepState => ({ fromStep, at: Date.now() });

/**
 * A press belongs to the step on which it began: the second click of a double click on Next falls on
 * the bar of the step after it, whose button the visitor has not even seen. A phone calls the second
 * of two taps a first one too, so a step takes none just after it has replaced another.
 */
function ignoreSecondPress(event: MouseEvent): void {
  const { at = 0 } = (history.state ?? {}) as Partial<StepState>;
  const isKeyboard = event.detail === 0;
  if (isKeyboard || (event.detail === 1 && Date.now() - at >= UNSEEN_MS)) return;
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Record in the draft that the visitor has come to this step. Returns what completes the step and
 * goes on to the next.
 */
export function useStep(name: StepName): (price: PriceLines | null) => void {
  const [, navigate] = useLocation();

  useEffect(() => {
    recordDraft({ type: "stepEntered", step: name });
  }, [name]);

  return (price) => {
    const number = stepNumber(name);
    saveQuietly(recordDraft({ type: "stepCompleted", step: name, price }));
    navigate(steps[number]?.path ?? paths.home, { state: cameFrom(number) });
  };
}

const LOOKS = {
  step: {
    title: "text-2xl leading-snug tracking-[-0.025em] lg:text-3xl lg:leading-tight",
    lead: "mt-2 text-quiet",
  },
  success: {
    title: "text-4xl leading-snug tracking-[-0.03em] text-success lg:leading-tight",
    lead: "mt-2 text-lg text-quiet",
  },
};

type StepHeadingProps = { title: string; lead?: string | undefined; look?: keyof typeof LOOKS };

/** Heading of a step: sets the document title, and takes the focus when a step replaces another. */
export function StepHeading({ title, lead, look = "step" }: StepHeadingProps) {
  useDocumentTitle(`${title} | ${company.name}`);

  return (
    <div>
      <h1
        key={title}
        className={`focus:outline-none ${LOOKS[look].title}`}
        ref={focusUnlessFirst}
        tabIndex={-1}
      >
        {title}
      </h1>
      {lead && <p className={LOOKS[look].lead}>{lead}</p>}
    </div>
  );
}
