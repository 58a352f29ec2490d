import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { Problem } from "#api/client.ts";
import { company } from "#content/company.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { focusUnlessFirst } from "#ui/focus-on-mount.ts";
import { Notice } from "#ui/notice.tsx";
import { useDocumentTitle } from "#ui/use-document-title.ts";

type ScreenProps = {
  title: string;
  /** Actions on the whole screen, beside its heading. */
  actions?: ReactNode | undefined;
  children: ReactNode;
};

/** One screen of the console. On a change of screen the focus moves to its heading. */
export function Screen({ title, actions, children }: ScreenProps) {
  const [path] = useLocation();

  useDocumentTitle(`${title} | ${m.staff_product({ companyName: company.name })}`);

  return (
    <div className="grid min-w-0 content-start gap-4 px-[clamp(1rem,0.5rem+1.5vw,2rem)] pt-4 pb-12 *:min-w-0">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 key={path} className="text-lg focus:outline-none" ref={focusAtTop} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

function focusAtTop(heading: HTMLElement | null) {
  focusUnlessFirst(heading);
  if (heading && document.activeElement === heading)
    window.scrollTo({ top: 0, behavior: "instant" });
}

const GAPS = { sm: "gap-2", md: "gap-4" };

type PartProps = {
  id: string;
  title: string;
  note?: string | undefined;
  gap?: keyof typeof GAPS | undefined;
  children: ReactNode;
};

/** Framed part of a screen, with a small heading. */
export const Part = ({ id, title, note, gap = "sm", children }: PartProps) => (
  <section
    className={`grid min-w-0 rounded-sm border border-line bg-surface p-4 ${GAPS[gap]}`}
    aria-labelledby={`${id}-title`}
  >
    <h2 className="text-sm" id={`${id}-title`}>
      {title}
    </h2>
    {note && <p className="text-xs text-quiet">{note}</p>}
    {children}
  </section>
);

/** Classes of a page outside of the console: one narrow column. */
export const CENTERED =
  "grid flex-1 grid-cols-[minmax(0,26rem)] content-start justify-center gap-4 bg-surface-sunken px-gutter pt-[clamp(1.5rem,8vh,5rem)] pb-12 text-sm";

type SegmentedChoiceProps<T extends string> = {
  legend: string;
  name: string;
  options: readonly T[];
  labelOf: (option: T) => string;
  value: T;
  onChange: (value: T) => void;
};

/** One of a few short options, side by side. */
export const SegmentedChoice = <T extends string>({
  legend,
  name,
  options,
  labelOf,
  value,
  onChange,
}: SegmentedChoiceProps<T>) => (
  <fieldset className="flex flex-wrap">
    <legend className="sr-only">{legend}</legend>
    {options.map((option) => (
      <label
        className={`inline-flex min-h-target cursor-pointer items-center gap-2 border bg-surface px-3 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${
          option === value ? "border-chosen font-semibold" : "border-line"
        }`}
        key={option}
      >
        <input
          type="radio"
          name={name}
          checked={option === value}
          onChange={() => onChange(option)}
        />
        {labelOf(option)}
      </label>
    ))}
  </fieldset>
);

// Staff see the server's own message, because it says who did what (decision 18).
export function problemMessage(failure: unknown): string {
  if (!(failure instanceof Problem)) return m.staff_problem_our_fault();
  if (failure.code === "timeout") return m.staff_problem_timeout();
  if (failure.status === 0) return m.staff_problem_offline();
  if (failure.code === "second_factor_stale") return m.staff_problem_factor_stale();
  if (failure.status === 429) return tooOften(failure.retryAfter ?? 60);
  if (failure.code === "busy" && failure.status === 503) return m.staff_problem_busy();
  if (failure.status >= 500) return m.staff_problem_our_fault();
  return failure.detail;
}

type StaffProblemProps = { problem: unknown; onAgain?: (() => void) | undefined };

/** What could not be loaded or was refused, and why. */
export function StaffProblem({ problem, onAgain }: StaffProblemProps) {
  const again = onAgain && (
    <Button variant="outline" size="sm" onClick={onAgain}>
      {m.try_again()}
    </Button>
  );
  return (
    <Notice tone="danger" title={onAgain ? m.staff_failed() : undefined} action={again}>
      {problemMessage(problem)}
    </Notice>
  );
}

const tooOften = (seconds: number): string =>
  seconds <= 90
    ? m.staff_problem_too_often_seconds({ seconds })
    : m.staff_problem_too_often_minutes({ minutes: Math.ceil(seconds / 60) });
