import { useState } from "react";
import { type CardReportRow, useCardReports } from "#api/staff-waits.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { m } from "#paraglide/messages.js";
import { Panel } from "#ui/panel.tsx";
import { Fact } from "../orders/parts.tsx";
import { SegmentedChoice } from "../shell/screen.tsx";
import { CardReport, REPORT } from "./card-report.tsx";
import { PagedRows } from "./paged-rows.tsx";

const VERDICTS = ["ignored", "set_aside"] as const;

/** Reports of the card provider that are not in the books, however old (IN-06). */
export default function CardReportsList() {
  const [verdict, setVerdict] = useState<(typeof VERDICTS)[number]>("ignored");
  const query = useCardReports(verdict);
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
        <PagedRows query={query}>{(row) => <Row key={row.id} row={row} />}</PagedRows>
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
