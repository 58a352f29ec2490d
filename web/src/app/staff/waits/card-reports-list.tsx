import { useState } from "react";
import { type CardReportRow, useCardReports } from "#api/staff-waits.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Panel } from "#ui/panel.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Fact } from "../orders/parts.tsx";
import { SegmentedChoice, StaffProblem } from "../shell/screen.tsx";
import { CardReport, REPORT } from "./card-report.tsx";

const VERDICTS = ["ignored", "set_aside"] as const;

/** Reports of the card provider that are not in the books, however old (IN-06). */
export default function CardReportsList() {
  const [verdict, setVerdict] = useState<(typeof VERDICTS)[number]>("ignored");
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useCardReports(verdict);
  const rows = data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Panel size="sm" id="card-reports" title={m.staff_card_report_all()}>
      <div className="grid gap-3 text-sm">
        <SegmentedChoice
          legend={m.staff_inbox_which()}
          name="card-report-verdict"
          options={VERDICTS}
          labelOf={(one) => m.staff_inbox_verdict({ verdict: one })}
          value={verdict}
          onChange={setVerdict}
        />
        {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
        {!data && !error && <Spinner label={m.staff_loading()} />}
        {data && rows.length === 0 && <p className="text-quiet">{m.staff_inbox_none()}</p>}
        <ul className="grid list-none gap-2 p-0">
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </ul>
        {hasNextPage && (
          <div>
            <Button
              variant="outline"
              size="sm"
              busy={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {m.staff_inbox_older()}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

function Row({ row }: { row: CardReportRow }) {
  return (
    <li className="grid gap-1 border-t border-line pt-2">
      <strong className="wrap-anywhere">{row.title}</strong>
      <Fact>{m.staff_inbox_when({ when: dayAndTimeOf(row.received_at), reason: row.reason })}</Fact>
      <div>
        <CardReport item={{ id: `${REPORT}${row.id}`, title: row.title }} />
      </div>
    </li>
  );
}
