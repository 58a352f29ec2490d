import type { Schemas } from "#api/client.ts";
import { useStaffQuery } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import type { StaffOrder } from "#api/staff-orders.ts";
import { dayAndTimeOf, shortDay } from "#lib/dates.ts";
import { paths } from "#lib/paths.ts";
import { m } from "#paraglide/messages.js";
import { Badge } from "#ui/badge.tsx";
import { Panel } from "#ui/panel.tsx";
import { Term } from "./parts.tsx";

type JobReport = Schemas["OrderJobReportOut"];

/** What the crew recorded on the phone; nothing before they arrive. Their photos are files. */
export function JobReports({ order }: { order: StaffOrder }) {
  const { data } = useStaffQuery(
    staffKeys.order.jobReports(order.id),
    "/api/staff/orders/{order_id}/job-reports",
    { path: { order_id: order.id } },
  );
  return data?.map((report) => <JobReportPart report={report} key={report.job_id} />);
}

function JobReportPart({ report }: { report: JobReport }) {
  const { completed_at, missing } = report;
  return (
    <Panel
      size="sm"
      id={`job-${report.job_id}`}
      title={m.staff_job_report({ day: shortDay(report.day) })}
      badge={
        <Badge tone={completed_at ? "success" : "info"}>
          {completed_at ? m.crew_job_done() : m.crew_job_begun()}
        </Badge>
      }
    >
      <dl className="flex flex-wrap gap-x-6 gap-y-2">
        {factsOf(report).map(
          ([name, text]) =>
            text && (
              <Term name={name} key={name}>
                {text}
              </Term>
            ),
        )}
        {report.record_code && (
          <Term name={m.machine_record()}>
            <a href={`${paths.verify}/${report.record_code}`}>{m.machine_record_see()}</a>
          </Term>
        )}
      </dl>
      {missing.length > 0 && !completed_at && (
        <p className="text-quiet">
          {m.staff_job_report_missing({
            items: missing.map((each) => m.crew_missing_item({ missing: each })).join(", "),
          })}
        </p>
      )}
    </Panel>
  );
}

const factsOf = (report: JobReport): [string, string | null | undefined][] => [
  [m.staff_job_report_technician(), report.technician],
  [m.staff_job_report_arrived(), report.arrived_at && dayAndTimeOf(report.arrived_at)],
  [m.staff_job_report_finished(), report.finished_at && dayAndTimeOf(report.finished_at)],
  [m.crew_serial(), report.serial_number],
  [
    m.crew_hours(),
    report.hours
      .map(({ name, minutes }) => m.crew_hours_of({ name, hours: minutes / 60 }))
      .join(", "),
  ],
  [m.crew_signature(), signatureOf(report)],
  [m.crew_notes(), report.notes],
];

function signatureOf({ signed_by, signed_at, is_drawn }: JobReport): string {
  if (!signed_by || !signed_at) return "";
  const signed = { name: signed_by, when: dayAndTimeOf(signed_at) };
  return is_drawn ? m.crew_signed_drawn(signed) : m.crew_signed(signed);
}
