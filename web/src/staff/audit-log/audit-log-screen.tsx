import { keepPreviousData } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Link, useSearchParams } from "wouter";
import type { Schemas } from "#api/client.ts";
import { useStaffMutation, useStaffQuery } from "#api/staff-calls.ts";
import { staffKeys } from "#api/staff-keys.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { wholeNumber } from "#lib/format.ts";
import { m } from "#paraglide/messages.js";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { FormCheckbox, FormSelect, FormTextField } from "../shell/form.tsx";
import { Screen, StaffProblem } from "../shell/screen.tsx";

export type AuditLog = Schemas["AuditLogOut"];
export type AuditEvent = AuditLog["events"][number];
export type AuditVerification = Schemas["AuditVerificationOut"];

/** The audit log, for roles that may read it (OPS-11.10). */
export default function AuditLogScreen() {
  const { filters } = useAuditLogQuery();
  const { order, from, to, ...rest } = filters;
  const query = { ...rest, order_id: order || null, from: from || null, to: to || null };
  const {
    data: auditLog,
    error,
    refetch,
    isPlaceholderData,
  } = useStaffQuery(
    staffKeys.auditLog(filters),
    "/api/staff/audit-log",
    { query },
    { placeholderData: keepPreviousData },
  );

  return (
    <Screen title={m.staff_audit_log()}>
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!auditLog && !error && <Spinner label={m.staff_audit_log_loading()} />}
      {auditLog && (
        <div
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start gap-2 wrap-anywhere *:max-w-full aria-busy:opacity-60"
          aria-busy={isPlaceholderData}
        >
          <AuditVerificationPanel auditLog={auditLog} />
          <AuditLogFilters key={hrefOf(filters)} actors={auditLog.actors} />
          <p className="text-xs text-quiet" role="status">
            {auditLog.count === 0
              ? m.staff_audit_log_none()
              : m.staff_audit_log_count({
                  count: auditLog.count,
                  formatted: wholeNumber(auditLog.count),
                })}{" "}
            · {m.staff_audit_log_hidden()}
          </p>
          <AuditEventRows events={auditLog.events} />
          <Pages count={auditLog.count} />
        </div>
      )}
    </Screen>
  );
}

function Pages({ count }: { count: number }) {
  const { filters } = useAuditLogQuery();
  const { page } = filters;
  const last = Math.ceil(count / ON_A_PAGE);
  if (last <= 1) return null;
  return (
    <nav className="flex items-center gap-2" aria-label={m.staff_audit_log_paging()}>
      {page > 1 && (
        <Link href={hrefOf({ ...filters, page: page - 1 })}>{m.staff_audit_log_newer()}</Link>
      )}
      <span>{m.staff_audit_log_page({ page, of: last })}</span>
      {page < last && (
        <Link href={hrefOf({ ...filters, page: page + 1 })}>{m.staff_audit_log_older()}</Link>
      )}
    </nav>
  );
}

/** Filters by actor, order and period. */
function AuditLogFilters({ actors }: { actors: AuditLog["actors"] }) {
  const { filters, setFilters } = useAuditLogQuery();
  const { control, handleSubmit } = useForm({ defaultValues: filters });
  const show = handleSubmit((chosen) =>
    setFilters({ ...chosen, order: chosen.order.trim(), page: 1 }),
  );
  return (
    <form className="flex flex-wrap items-end gap-2" onSubmit={show}>
      <FormSelect
        control={control}
        name="actor"
        label={m.staff_audit_log_who()}
        options={[
          { value: "", label: m.staff_audit_log_everyone() },
          ...actors.map(({ actor, who }) => ({ value: actor, label: who })),
        ]}
      />
      <FormTextField control={control} name="order" label={m.staff_audit_log_order()} />
      <FormTextField control={control} name="from" type="date" label={m.staff_audit_log_from()} />
      <FormTextField control={control} name="to" type="date" label={m.staff_audit_log_to()} />
      <FormCheckbox control={control} name="looks" label={m.staff_audit_log_include_views()} />
      <Button type="submit" variant="outline">
        {m.staff_audit_log_show()}
      </Button>
    </form>
  );
}

/** Audit events as sentences; each unfolds to its exact values. */
const AuditEventRows = ({ events }: { events: readonly AuditEvent[] }) => (
  <ol className="w-full">
    {events.map((event) => (
      <li key={event.id} className="flex flex-wrap gap-x-4 border-b border-line py-1.5">
        <time className="flex-[0_0_12rem] text-xs text-quiet tabular-nums" dateTime={event.at}>
          {dayAndTimeOf(event.at)}
        </time>
        <div className="min-w-0 flex-[1_1_16rem] wrap-anywhere">
          <p>
            {event.sentence}{" "}
            {event.order_id && (
              <Link href={`/orders/${event.order_id}`}>{m.staff_audit_log_the_order()}</Link>
            )}
          </p>
          <Details event={event} />
        </div>
      </li>
    ))}
  </ol>
);

const Details = ({ event }: { event: AuditEvent }) => (
  <details className="text-xs text-quiet">
    <summary>{m.staff_audit_log_details()}</summary>
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-2">
      <Fact name={m.staff_audit_log_subject()} value={event.object} />
      {event.before && <Fact name={m.staff_audit_log_before()} value={linesOf(event.before)} />}
      {event.after && <Fact name={m.staff_audit_log_after()} value={linesOf(event.after)} />}
      <Fact name={m.staff_audit_log_account()} value={event.actor} />
      {event.credential && (
        <Fact name={m.staff_audit_log_credential()} value={`${event.credential}, ${event.role}`} />
      )}
      {event.request_id && <Fact name={m.staff_audit_log_request()} value={event.request_id} />}
      <Fact name={m.staff_audit_log_row_hash()} value={event.hash} />
    </dl>
  </details>
);

const Fact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd className="wrap-anywhere">{value}</dd>
  </>
);

// "crews: 2, reason: null": the server's raw values, with keyed hashes shortened.
function linesOf(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}: ${shortened(value)}`)
    .join(", ");
}

function shortened(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value);
  return value.startsWith("hash:") ? `${value.slice(0, 13)}…` : value;
}

/** Integrity of the audit log: last night's check, and a button to check now. */
function AuditVerificationPanel({ auditLog }: { auditLog: AuditLog }) {
  const {
    mutate,
    data: verdict,
    error,
    isPending,
  } = useStaffMutation("post", "/api/staff/audit-log/verify", { isSlow: true });
  const { proved_at: provedAt, fingerprint } = auditLog;
  return (
    <section
      className="grid w-full min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start gap-2 rounded-sm border border-line bg-surface p-4 wrap-anywhere"
      aria-labelledby="proof-title"
    >
      <h2 className="text-sm" id="proof-title">
        {m.staff_audit_log_check_title()}
      </h2>
      <p>
        {provedAt
          ? m.staff_audit_log_nightly_passed({ at: dayAndTimeOf(provedAt) })
          : m.staff_audit_log_nightly_never()}
      </p>
      {fingerprint && (
        <p className="text-xs text-quiet">
          {m.staff_audit_log_digest()}: {fingerprint}
        </p>
      )}
      <Button
        variant="outline"
        size="sm"
        busy={isPending}
        busyLabel={m.staff_audit_log_checking()}
        onClick={() => mutate({})}
      >
        {m.staff_audit_log_check()}
      </Button>
      {error && <StaffProblem problem={error} />}
      {verdict && <VerificationNotice verdict={verdict} />}
    </section>
  );
}

function VerificationNotice({ verdict }: { verdict: AuditVerification }) {
  if (!verdict.is_whole)
    return (
      <Notice tone="danger" title={m.staff_audit_log_check_failed()}>
        {verdict.broken.join("; ")}
      </Notice>
    );
  return (
    <Notice
      tone="success"
      title={m.staff_audit_log_check_passed({
        rows: wholeNumber(verdict.events + verdict.entries),
      })}
    >
      {m.staff_audit_log_digest()}: {verdict.fingerprint}
    </Notice>
  );
}

const ON_A_PAGE = 50;
const AN_ID = /^[0-9a-f-]{36}$/i;

type Filters = ReturnType<typeof filtersOf>;

function filtersOf(query: URLSearchParams) {
  const order = query.get("order") ?? "";
  return {
    actor: query.get("who") ?? "",
    order: AN_ID.test(order) ? order : "",
    from: query.get("from") ?? "",
    to: query.get("to") ?? "",
    looks: query.get("looks") !== "no",
    page: Math.max(1, Number(query.get("page")) || 1),
  };
}

// The filters are in the URL, which therefore names staff only, never a customer.
function useAuditLogQuery() {
  const [query, setQuery] = useSearchParams();
  return { filters: filtersOf(query), setFilters: (next: Filters) => setQuery(paramsOf(next)) };
}

const hrefOf = (filters: Filters): string => `/audit-log?${new URLSearchParams(paramsOf(filters))}`;

function paramsOf({ actor, order, from, to, looks, page }: Filters): Record<string, string> {
  const values = {
    who: actor,
    order,
    from,
    to,
    looks: looks ? "" : "no",
    page: page > 1 ? String(page) : "",
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}
