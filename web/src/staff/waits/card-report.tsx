import { useState } from "react";
import {
  loadReport,
  type CardReport as Report,
  useCardReport,
  useIgnoreReport,
  useTryReportAgain,
  type WaitingItem,
} from "#api/staff-waits.ts";
import { companyFileName } from "#lib/save-file.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useToast } from "#ui/toast.tsx";
import { Download } from "../shell/download.tsx";
import { problemMessage, StaffProblem } from "../shell/screen.tsx";

/** Before the id of a row that is a report of the card provider. */
export const REPORT = "card_report/";

/** A payment event, a payout or a line of one that could not be taken into the books (IN-06). */
export function CardReport({ item }: { item: Pick<WaitingItem, "id" | "title"> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        aria-expanded={isOpen}
        aria-label={m.staff_card_report_look_at({ title: item.title })}
        onClick={() => setOpen(!isOpen)}
      >
        {m.staff_inbox_look()}
      </Button>
      {isOpen && (
        <div className="grid w-full gap-3 text-sm">
          <Looked id={item.id.slice(REPORT.length)} />
        </div>
      )}
    </>
  );
}

function Looked({ id }: { id: string }) {
  const { data, error, refetch } = useCardReport(id);
  if (error) return <StaffProblem problem={error} onAgain={() => void refetch()} />;
  if (!data) return <Spinner label={m.staff_loading()} />;
  return (
    <>
      <p>{m.staff_card_report_note()}</p>
      <textarea
        readOnly
        rows={10}
        className="w-full rounded-md border border-line bg-surface p-2 font-mono text-xs"
        aria-label={m.staff_card_report_text()}
        value={data.text || m.staff_inbox_no_words()}
      />
      <Acts report={data} />
    </>
  );
}

function Acts({ report }: { report: Report }) {
  const toast = useToast();
  const again = useTryReportAgain();
  const ignoring = useIgnoreReport();
  const tryAgain = () =>
    again.mutate(report.id, {
      onSuccess: ({ verdict, reason }) =>
        toast(
          verdict === "taken"
            ? { title: m.staff_card_report_taken(), tone: "success" }
            : { title: m.staff_card_report_still(), text: reason, tone: "warning" },
        ),
    });
  const error = again.error ?? ignoring.error;
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="outline" size="sm" busy={again.isPending} onClick={tryAgain}>
        {m.staff_inbox_again()}
      </Button>
      <Download
        label={m.staff_inbox_original()}
        fileName={companyFileName("card-report.json")}
        load={() => loadReport(report.id)}
      />
      {report.verdict === "set_aside" && (
        <Button
          variant="outline"
          size="sm"
          busy={ignoring.isPending}
          onClick={() => ignoring.mutate(report.id)}
        >
          {m.staff_inbox_ignore()}
        </Button>
      )}
      {error && <Notice tone="danger">{problemMessage(error)}</Notice>}
    </div>
  );
}
