import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { visitHours } from "#business/windows.ts";
import { longDay, timeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { Panel } from "#ui/panel.tsx";
import { TextArea } from "#ui/text-field.tsx";
import { CrewHeading } from "./crew-heading.tsx";
import type { CrewVisit } from "./crew-store.ts";
import { NoJob, Reach } from "./job-screen.tsx";
import { useCommand, useJobs } from "./use-crew.ts";

/** /staff/crew/visits/<visit>: a diagnostic visit, from the way there to what came of it. */
export function VisitScreen({ id }: { id: string }) {
  const { visits, today, error, refetch } = useJobs();
  const visit = visits?.find((each) => String(each.id) === id);
  return (
    <>
      <Link className="inline-flex min-h-target items-center gap-1" href="/crew">
        <Icon name="arrow-left" size="sm" />
        {m.crew_to_jobs()}
      </Link>
      {visit ? (
        <VisitPage visit={visit} today={today} />
      ) : (
        <NoJob isLoaded={visits !== null} problem={error} onAgain={() => void refetch()} />
      )}
    </>
  );
}

type VisitPageProps = { visit: CrewVisit; today: string };

const VisitPage = ({ visit, today }: VisitPageProps) => (
  <>
    <header className="grid gap-1">
      <CrewHeading title={visit.customer_name} />
      <p>
        {longDay(visit.day)}, {visitHours(visit)}
      </p>
      <p className="text-sm text-quiet">{m.crew_visit_note()}</p>
    </header>
    <Reach address={visit.address} phone={visit.phone} />
    {visit.done_at && (
      <Notice tone="success" title={m.crew_visit_done_at({ time: timeOf(visit.done_at) })} />
    )}
    <OutcomePart visit={visit} today={today} />
  </>
);

function OutcomePart({ visit, today }: VisitPageProps) {
  const [outcome, setOutcome] = useState(visit.outcome);
  const command = useCommand({ ...visit, id: String(visit.id) });
  const isEarly = visit.day > today;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    command({ kind: "visit", outcome });
  };
  return (
    <Panel size="sm" id="outcome" title={m.crew_visit_outcome()}>
      <form className="grid gap-3" onSubmit={submit}>
        <TextArea
          label={m.crew_visit_outcome_label()}
          name="outcome"
          value={outcome}
          onChange={setOutcome}
          maxLength={2000}
          rows={4}
        />
        {isEarly && <p>{m.crew_not_before({ day: longDay(visit.day) })}</p>}
        <Button
          type="submit"
          size="xl"
          variant="cta-green"
          disabled={isEarly || outcome.trim() === "" || outcome.trim() === visit.outcome}
        >
          {visit.done_at ? m.crew_visit_correct() : m.crew_visit_done()}
        </Button>
      </form>
    </Panel>
  );
}
