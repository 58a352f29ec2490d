import { Link } from "wouter";
import type { AuditLog, AuditLogQuery } from "#api/staff-audit-log.ts";
import { Spinner } from "#ui/spinner.tsx";
import { Screen } from "../shell/screen.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { AuditEventRows } from "./audit-event-rows.tsx";
import { AuditLogFilters } from "./audit-log-filters.tsx";
import { copy } from "./copy.ts";
import { pagesOf, useAuditLog, useAuditLogQuery } from "./use-audit-log.ts";
import { AuditVerificationPanel } from "./verification.tsx";

/** The audit log, for roles that may read it (OPS-11.10). */
export default function AuditLogScreen() {
  const { asked: filters, ask: setQuery, hrefOf } = useAuditLogQuery();
  const { data: auditLog, error, refetch, isPlaceholderData } = useAuditLog(filters);

  return (
    <Screen title={copy.title}>
      {error && <StaffProblem problem={error} onAgain={() => void refetch()} />}
      {!auditLog && !error && <Spinner label={copy.loading} />}
      {auditLog && (
        <div
          className="grid min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start gap-2 wrap-anywhere *:max-w-full aria-busy:opacity-60"
          aria-busy={isPlaceholderData}
        >
          <AuditVerificationPanel auditLog={auditLog} />
          <AuditLogFilters
            key={hrefOf(filters)}
            query={filters}
            actors={auditLog.actors}
            onChange={setQuery}
          />
          <p className="text-xs text-quiet" role="status">
            {auditLog.count === 0 ? copy.none : copy.count(auditLog.count)} · {copy.hidden}
          </p>
          <AuditEventRows events={auditLog.acts} />
          <Pages query={filters} count={auditLog.count} hrefOf={hrefOf} />
        </div>
      )}
    </Screen>
  );
}

type PagesProps = {
  query: AuditLogQuery;
  count: AuditLog["count"];
  hrefOf: (filters: AuditLogQuery) => string;
};

function Pages({ query: filters, count, hrefOf }: PagesProps) {
  const [page, last] = [filters.page, pagesOf(count)];
  if (last === 1) return null;
  return (
    <nav className="flex items-center gap-2" aria-label={copy.paging}>
      {page > 1 && <Link href={hrefOf({ ...filters, page: page - 1 })}>{copy.newer}</Link>}
      <span>{copy.page(page, last)}</span>
      {page < last && <Link href={hrefOf({ ...filters, page: page + 1 })}>{copy.older}</Link>}
    </nav>
  );
}
