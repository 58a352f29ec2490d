import { type Schemas, unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";

export type AuditLog = Schemas["AuditLogOut"];
export type AuditEvent = AuditLog["acts"][number];
export type AuditVerification = Schemas["AuditVerificationOut"];

export type AuditLogQuery = {
  actor: string;
  order_id: string | null;
  from: string | null;
  to: string | null;
  looks: boolean;
  page: number;
};

const TIMEOUT_MS = 120_000; // the whole audit log is read

export const staffAuditLog = {
  look: (query: AuditLogQuery) => unwrap(staff.GET("/api/staff/trail", { params: { query } })),
  verify: () =>
    unwrap(staff.POST("/api/staff/trail/verify", { signal: AbortSignal.timeout(TIMEOUT_MS) })),
} as const;
