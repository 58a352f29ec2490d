/** Types of an order as staff see it. */
import type { Schemas } from "#api/client.ts";
import type { paths } from "#api/schema.gen.ts";

export type OrderPage = Schemas["OrdersOut"];
export type OrderRow = OrderPage["orders"][number];
export type OrderStatus = OrderRow["status"];
export type NextAction = OrderRow["next"];
export type NextActionKey = NextAction["key"];
export type StaffOrder = Schemas["StaffOrderOut"];
export type ActionKey = StaffOrder["allowed"][number]["key"];
export type StaffMessage = StaffOrder["messages"][number];
export type InstallationStep = StaffOrder["installation_steps"][number];
export type StaffFile = StaffOrder["files"][number];
export type HistoryEvent = StaffOrder["history"][number];
export type StaffMoney = Schemas["StaffMoneyOut"];
export type StaffPayment = StaffMoney["payments"][number];
export type StaffRefund = StaffMoney["refunds"][number];
export type StaffDispute = StaffMoney["disputes"][number];
export type Milestone = StaffMoney["milestones"][number];
export type Reachable = "equipment" | "completion";
export type BoardDay = Schemas["BoardDayOut"];

export type CancelTerms = Schemas["CancellationChoiceOut"];
export type Rule = CancelTerms["rule"];
export type Technician = Schemas["StaffTechnicianOut"];

export type OrderListQuery = NonNullable<paths["/api/staff/orders"]["get"]["parameters"]["query"]>;
export type AtOnceResult = Schemas["BulkOut"];

export type Returnable = Schemas["TakenBackIn"]["what"];
export type ChangedPrice = Schemas["ChangedPriceOut"];

/** Kinds of the files that staff add. */
export const ADDED_KINDS = [
  "permit",
  "hoa_approval",
  "inspection_report",
  "gas_letter",
  "equipment_paper",
  "warranty",
  "photo_before",
  "photo_after",
  "signature",
  "other",
] as const satisfies StaffFile["type"][];
