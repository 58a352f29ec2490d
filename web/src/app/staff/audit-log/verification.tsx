import type { AuditLog, AuditVerification } from "#api/staff-audit-log.ts";
import { dayAndTimeOf } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { StaffProblem } from "../shell/staff-problem.tsx";
import { copy } from "./copy.ts";
import { useVerify } from "./use-audit-log.ts";

/** Integrity of the audit log: last night's check, and a button to check now. */
export function AuditVerificationPanel({
  auditLog,
}: {
  auditLog: Pick<AuditLog, "proved_at" | "fingerprint">;
}) {
  const { mutate, data: verdict, error, isPending } = useVerify();
  const { proved_at: provedAt, fingerprint } = auditLog;
  return (
    <section
      className="grid w-full min-w-0 grid-cols-[minmax(0,1fr)] justify-items-start gap-2 rounded-sm border border-line bg-surface p-4 wrap-anywhere"
      aria-labelledby="proof-title"
    >
      <h2 className="text-sm" id="proof-title">
        {copy.proof}
      </h2>
      <p>{provedAt ? copy.proved(dayAndTimeOf(provedAt)) : copy.neverProved}</p>
      {fingerprint && (
        <p className="text-xs text-quiet">
          {copy.fingerprint}: {fingerprint}
        </p>
      )}
      <Button
        variant="outline"
        size="sm"
        busy={isPending}
        busyLabel={copy.checking}
        onClick={() => mutate()}
      >
        {copy.check}
      </Button>
      {error && <StaffProblem problem={error} />}
      {verdict && <VerificationNotice verdict={verdict} />}
    </section>
  );
}

function VerificationNotice({ verdict }: { verdict: AuditVerification }) {
  if (!verdict.is_whole)
    return (
      <Notice tone="danger" title={copy.broken}>
        {verdict.broken.join("; ")}
      </Notice>
    );
  return (
    <Notice tone="success" title={copy.whole(verdict.acts + verdict.entries)}>
      {copy.fingerprint}: {verdict.fingerprint}
      {verdict.unchained > 0 && ` ${copy.unchained(verdict.unchained)}`}
    </Notice>
  );
}
