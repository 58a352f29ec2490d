/** What the server says of the day board. */

import type { Schemas } from "#api/client.ts";

export type Board = Schemas["BoardOut"];
export type BoardDay = Schemas["BoardDayOut"];
export type Job = Schemas["JobOut"];
export type TimeWindow = Job["time_window"];
export type Missing = Schemas["JobReadinessOut"]["missing"][number];
export type Technician = Schemas["BoardTechnicianOut"];
export type DaysOff = Schemas["DaysOffOut"];
export type Visit = Schemas["VisitOut"];
export type ClosedDay = Schemas["ClosedDayOut"];
