import { type Schemas, unwrap } from "#api/client.ts";
import { staff } from "#api/staff.ts";

export type Board = Schemas["BoardOut"];
export type BoardDay = Schemas["BoardDayOut"];
export type Job = Schemas["JobOut"];
export type TimeWindow = Job["time_window"];
export type Technician = Schemas["StaffTechnicianOut"];

type Move = { job: Job; day: string; window: TimeWindow; reason: string };
type Choice = { job: Job; technician: Technician | null };
type Crews = { day: string; crews: number; reason: string };
type Correction = { id: string; name?: string; phone?: string; is_active?: boolean };

const TIMEOUT_MS = 20_000;
const timeout = () => AbortSignal.timeout(TIMEOUT_MS);

const of = (job: Job) => ({ path: { appointment_id: job.appointment_id } });

export const staffBoard = {
  days: (from: string, days: number) =>
    unwrap(staff.GET("/api/staff/board", { params: { query: { from, days } } })),
  move: ({ job, day, window, reason }: Move) =>
    unwrap(
      staff.POST("/api/staff/appointments/{appointment_id}/move", {
        params: of(job),
        body: { day, time_window: window, reason, seen_version: job.order_version },
        signal: timeout(),
      }),
    ),
  send: ({ job, technician }: Choice) =>
    unwrap(
      staff.POST("/api/staff/appointments/{appointment_id}/technician", {
        params: of(job),
        body: { technician_id: technician?.id ?? null, seen_version: job.order_version },
        signal: timeout(),
      }),
    ),
  setCrews: ({ day, ...body }: Crews) =>
    unwrap(
      staff.PUT("/api/staff/crew-days/{day}", {
        params: { path: { day } },
        body,
        signal: timeout(),
      }),
    ),
  addTechnician: (body: { name: string; phone: string }) =>
    unwrap(staff.POST("/api/staff/technicians", { body, signal: timeout() })),
  correctTechnician: ({ id, ...body }: Correction) =>
    unwrap(
      staff.PATCH("/api/staff/technicians/{technician_id}", {
        params: { path: { technician_id: id } },
        body,
        signal: timeout(),
      }),
    ),
} as const;
