import { useParams } from "wouter";
import { dayAndTimeOf, shortDay } from "#lib/dates.ts";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { staffWords } from "../copy.ts";
import { Screen } from "../shell/screen.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { copy, type Metric } from "./copy.ts";
import { Demand } from "./demand.tsx";
import { Attention, Coming, Funnel, LeadTimes, Money } from "./metrics.tsx";
import { PeriodChoice } from "./period-choice.tsx";
import { Rows } from "./rows.tsx";
import { type Overview, useOverview, usePeriod } from "./use-overview.ts";

/** The overview of metrics, or the rows of one; the URL holds metric and period (OPS-10). */
export default function OverviewScreen() {
  const { figure } = useParams();
  if (figure !== undefined && isFigure(figure)) return <Rows key={figure} metric={figure} />;
  return <Figures />;
}

const isFigure = (name: string): name is Metric => Object.hasOwn(copy.figure, name);

function Figures() {
  const { preset, days, kept: search, setQuery } = usePeriod();
  const { data: overview, error, refetch, isPlaceholderData } = useOverview(days);

  return (
    <Screen
      title={copy.title}
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
      {!overview && !error && <Spinner label={staffWords.loading} />}
      {overview && <Parts overview={overview} periodQuery={search} isOld={isPlaceholderData} />}
    </Screen>
  );
}

type PartsProps = { overview: Overview; periodQuery: string; isOld: boolean };

const Parts = ({ overview, periodQuery, isOld }: PartsProps) => (
  <>
    <p className="text-xs text-quiet" aria-live="polite">
      {copy.span(shortDay(overview.first), shortDay(overview.last))}
    </p>
    {overview.outbox_held_since && (
      <Notice tone="warning" title={copy.outboxHeld}>
        {copy.outboxHeldNote(dayAndTimeOf(overview.outbox_held_since))}
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
