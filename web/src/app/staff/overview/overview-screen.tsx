import { city } from "@market/place.json";
import { type FormEvent, useState } from "react";
import { useParams } from "wouter";
import { dayAndTimeOf, shortDay } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { fieldControl } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { StaffProblem } from "../shell/problem.tsx";
import { Screen } from "../shell/screen.tsx";
import { Demand } from "./demand.tsx";
import { Attention, Coming, Funnel, LeadTimes, Money } from "./metrics.tsx";
import type { Preset } from "./period.ts";
import { type Days, isOrdered, PRESETS } from "./period.ts";
import { Rows } from "./rows.tsx";
import type { Metric } from "./use-overview.ts";
import { type Overview, useOverview, usePeriod } from "./use-overview.ts";

/** The overview of metrics, or the rows of one; the URL holds metric and period (OPS-10). */
export default function OverviewScreen() {
  const { figure } = useParams();
  if (figure !== undefined && isFigure(figure)) return <Rows key={figure} metric={figure} />;
  return <Figures />;
}

const METRICS: Record<Metric, true> = {
  checked: true,
  covered: true,
  band: true,
  generator: true,
  date: true,
  reserved: true,
  fee_paid: true,
  price_locked: true,
  accepted: true,
  completed: true,
  paid: true,
  received: true,
  refunded: true,
  outstanding: true,
  abandoned: true,
  failed_messages: true,
  searches: true,
  requests: true,
  visits: true,
  completions: true,
  today: true,
  next_days: true,
};

const isFigure = (name: string): name is Metric => Object.hasOwn(METRICS, name);

function Figures() {
  const { preset, days, kept: search, setQuery } = usePeriod();
  const { data: overview, error, refetch, isPlaceholderData } = useOverview(days);

  return (
    <Screen
      title={m.staff_overview_title()}
      actions={
        <PeriodChoice
          preset={preset}
          days={days}
          onPreset={(period) => setQuery({ period })}
          onDays={(range) => setQuery(range)}
        />
      }
    >
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!overview && !error && <Spinner label={m.staff_loading()} />}
      {overview && <Parts overview={overview} periodQuery={search} isOld={isPlaceholderData} />}
    </Screen>
  );
}

type PartsProps = { overview: Overview; periodQuery: string; isOld: boolean };

const Parts = ({ overview, periodQuery, isOld }: PartsProps) => (
  <>
    <p className="text-xs text-quiet" aria-live="polite">
      {m.staff_overview_span({ city, from: shortDay(overview.first), to: shortDay(overview.last) })}
    </p>
    {overview.outbox_held_since && (
      <Notice tone="warning" title={m.staff_overview_outbox_held()}>
        {m.staff_overview_outbox_held_note({ since: dayAndTimeOf(overview.outbox_held_since) })}
      </Notice>
    )}
    <div
      className="grid min-w-0 content-start gap-4 aria-busy:opacity-60 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]"
      aria-busy={isOld}
    >
      <div className="grid min-w-0 content-start gap-4">
        <Coming
          today={overview.coming_today}
          next={overview.coming_next_days}
          periodQuery={periodQuery}
        />
        <Attention
          abandoned={overview.abandoned}
          failed_messages={overview.failed_messages}
          periodQuery={periodQuery}
        />
        <Money revenue={overview.revenue} periodQuery={periodQuery} />
        <LeadTimes times={overview.lead_times} periodQuery={periodQuery} />
      </div>
      <div className="grid min-w-0 content-start gap-4">
        <Funnel funnel={overview.funnel} periodQuery={periodQuery} />
        <Demand demand={overview.demand} periodQuery={periodQuery} />
      </div>
    </div>
  </>
);

type PeriodChoiceProps = {
  preset: Preset | null;
  days: Days;
  onPreset: (preset: Preset) => void;
  onDays: (days: Days) => void;
};

/** Period: the last days, this month, or a custom range. */
function PeriodChoice({ preset, days, onPreset, onDays }: PeriodChoiceProps) {
  const [isOwn, setOwn] = useState(preset === null);

  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
      <fieldset className="flex flex-wrap items-end">
        <legend className="sr-only">{m.staff_overview_period()}</legend>
        {PRESETS.map((each) => (
          <label className={lookOf(!isOwn && each === preset)} key={each}>
            <input
              type="radio"
              name="period"
              checked={!isOwn && each === preset}
              onChange={() => {
                setOwn(false);
                onPreset(each);
              }}
            />
            {m.staff_overview_preset({ preset: each })}
          </label>
        ))}
        <label className={lookOf(isOwn)}>
          <input type="radio" name="period" checked={isOwn} onChange={() => setOwn(true)} />
          {m.staff_overview_own()}
        </label>
      </fieldset>
      {isOwn && <OwnRange days={days} onDays={onDays} />}
    </div>
  );
}

const lookOf = (isChosen: boolean) =>
  [
    "inline-flex min-h-target cursor-pointer items-center gap-1 border bg-surface px-2.5",
    "has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
    isChosen ? "border-chosen font-semibold" : "border-line",
  ].join(" ");

function OwnRange({ days, onDays }: Pick<PeriodChoiceProps, "days" | "onDays">) {
  const [range, setRange] = useState(days);
  const show = (event: FormEvent) => {
    event.preventDefault();
    if (isOrdered(range)) onDays(range);
  };
  const day = (name: keyof Days, label: string) => (
    <label className="grid gap-1 text-xs text-quiet">
      {label}
      <input
        type="date"
        className={fieldControl()}
        required
        value={range[name]}
        max={name === "from" ? range.to : undefined}
        min={name === "to" ? range.from : undefined}
        onChange={({ currentTarget }) => setRange({ ...range, [name]: currentTarget.value })}
      />
    </label>
  );
  return (
    <form className="flex flex-wrap items-end gap-2" onSubmit={show}>
      {day("from", m.staff_overview_from())}
      {day("to", m.staff_overview_to())}
      <Button type="submit" variant="outline">
        {m.staff_overview_show()}
      </Button>
    </form>
  );
}
