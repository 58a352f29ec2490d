import {
  loadReport,
  useCardReport,
  useIgnoreReport,
  useTryReportAgain,
  type WaitingItem,
} from "#api/staff-waits.ts";
import { companyFileName } from "#lib/save-file.ts";
import { m } from "#paraglide/messages.js";
import { Contents, Look, Settling } from "./set-aside-parts.tsx";

/** Before the id of a row that is a report of the card provider. */
export const REPORT = "card_report/";

/** A payment event, a payout or a line of one that could not be taken into the books (IN-06). */
export const CardReport = ({ item }: { item: Pick<WaitingItem, "id" | "title"> }) => (
  <Look label={m.staff_card_report_look_at({ title: item.title })}>
    <Report id={item.id.slice(REPORT.length)} />
  </Look>
);

function Report({ id }: { id: string }) {
  const query = useCardReport(id);
  const again = useTryReportAgain();
  const ignoring = useIgnoreReport();
  return (
    <Contents query={query}>
      {({ text, verdict }) => (
        <>
          <p>{m.staff_card_report_note()}</p>
          <textarea
            readOnly
            rows={10}
            className="w-full rounded-md border border-line bg-surface p-2 font-mono text-xs"
            aria-label={m.staff_card_report_text()}
            value={text || m.staff_inbox_no_words()}
          />
          <Settling
            given={{ path: { report_id: id } }}
            original={{ fileName: companyFileName("card-report.json"), load: () => loadReport(id) }}
            mayIgnore={verdict === "set_aside"}
            again={again}
            ignoring={ignoring}
            titles={{ taken: m.staff_card_report_taken(), still: m.staff_card_report_still() }}
          />
        </>
      )}
    </Contents>
  );
}
