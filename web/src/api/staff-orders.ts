import { type Schemas, unwrap } from "#api/client.ts";
import { sendOnce } from "#api/idempotency.ts";
import type { paths } from "#api/schema.gen.ts";
import { staff, staffFile } from "#api/staff.ts";

export type OrderPage = Schemas["OrdersOut"];
export type OrderRow = OrderPage["orders"][number];
export type OrderStatus = OrderRow["status"];
export type NextAction = OrderRow["next"];
export type NextActionKey = NextAction["key"];
export type StaffOrder = Schemas["StaffOrderOut"];
export type ActionKey = StaffOrder["allowed"][number]["key"];
export type StaffMessage = StaffOrder["messages"][number];
export type StaffStep = StaffOrder["installation_steps"][number];
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
type MoveInput = Omit<Schemas["MoveIn"], "seen_version"> & { appointmentId: string };
type TechnicianChoiceInput = { appointmentId: string; technician_id: string | null };
type RefundInput = Omit<Schemas["RefundIn"], "seen_version"> & { paymentId: string };
type HoaPacketInput = Schemas["AssociationIn"] & { id: string };
type CancelInput = Omit<Schemas["CancelByStaffIn"], "seen_version"> & { id: string };
type WrittenInput = { id: string; channel: "sms" | "email"; subject: string; text: string };
type ContactInput = Omit<Schemas["ContactIn"], "seen_version"> & { id: string };

type TakeBackInput = Omit<Schemas["TakenBackIn"], "seen_version"> & { id: string };
export type Returnable = TakeBackInput["what"];
type PriceChangeInput = Omit<Schemas["PriceChangeIn"], "seen_version"> & { id: string };
type ChangedLinesInput = Schemas["ChangedLinesIn"] & { id: string };
export type ChangedPrice = Schemas["ChangedPriceOut"];
type CorrectedLockInput = Omit<Schemas["CorrectedLockIn"], "seen_version"> & { id: string };
type StepInput = Omit<Schemas["StepIn"], "seen_version"> & { id: string; kind: StaffStep["kind"] };
type PutFileInput = { id: string; fileId: string; where: "review" | "files" };
type AddedFileInput = { id: string; kind: AddedKind; note: string; file: File };

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
export type AddedKind = (typeof ADDED_KINDS)[number];

const UPLOAD_TIMEOUT_MS = 180_000; // 20 MB from a job site
const TIMEOUT_MS = 30_000; // the card provider may be called meanwhile
const timeout = () => AbortSignal.timeout(TIMEOUT_MS);
const of = (order_id: string) => ({ path: { order_id } });
const change = (order_id: string) => ({ params: of(order_id), signal: timeout() });
/** A change that is refused where the order is no longer as it was shown. */
const changeSeen = <Input extends { id: string }>(
  { id, ...body }: Input,
  seen_version: number,
) => ({
  ...change(id),
  body: { ...body, seen_version },
});

/** API calls on orders. Calls that overwrite something send the order version that was shown. */
export const staffOrders = {
  list: (query: OrderListQuery) => unwrap(staff.GET("/api/staff/orders", { params: { query } })),
  savedFilters: () => unwrap(staff.GET("/api/staff/saved-filters")),
  saveFilter: (body: Schemas["SavedFilterIn"]) =>
    unwrap(staff.POST("/api/staff/saved-filters", { body })),
  deleteFilter: (filter_id: number) =>
    unwrap(
      staff.DELETE("/api/staff/saved-filters/{filter_id}", { params: { path: { filter_id } } }),
    ),
  assignAtOnce: (body: Schemas["TechniciansOfOrdersIn"]) =>
    unwrap(staff.POST("/api/staff/orders-at-once/technician", { body, signal: timeout() })),
  addTaskAtOnce: (body: Schemas["TasksOfOrdersIn"]) =>
    sendOnce("task of orders", body, (params) =>
      unwrap(staff.POST("/api/staff/orders-at-once/tasks", { params, body, signal: timeout() })),
    ),
  sendAtOnce: (body: Schemas["MessagesOfOrdersIn"]) =>
    sendOnce("messages of orders", body, (params) =>
      unwrap(staff.POST("/api/staff/orders-at-once/messages", { params, body, signal: timeout() })),
    ),
  undoAtOnce: (act_ids: string[]) =>
    unwrap(staff.POST("/api/staff/orders-at-once/undo", { body: { act_ids }, signal: timeout() })),
  exportRows: (ids: readonly string[]) =>
    staffFile(`/api/staff/exports/ticked/orders.csv?ids=${ids.join(",")}`),
  order: (id: string) => unwrap(staff.GET("/api/staff/orders/{order_id}", { params: of(id) })),
  money: (id: string) =>
    unwrap(staff.GET("/api/staff/orders/{order_id}/money", { params: of(id) })),
  filePath: (id: string, fileId: string) => `/api/staff/orders/${id}/files/${fileId}`,
  file: (id: string, fileId: string) => staffFile(staffOrders.filePath(id, fileId)),
  receivedFilePath: (id: string, fileId: string) =>
    `/api/staff/orders/${id}/received-files/${fileId}`,
  receivedFile: (id: string, fileId: string) => staffFile(staffOrders.receivedFilePath(id, fileId)),
  putReceivedFile: ({ id, fileId, where }: PutFileInput) => {
    const params = { path: { order_id: id, received_id: fileId } };
    return unwrap(
      where === "review"
        ? staff.POST("/api/staff/orders/{order_id}/received-files/{received_id}/review", { params })
        : staff.POST("/api/staff/orders/{order_id}/received-files/{received_id}/files", { params }),
    );
  },
  addFile: ({ id, kind, note, file }: AddedFileInput) =>
    unwrap(
      staff.POST("/api/staff/orders/{order_id}/files", {
        params: {
          path: { order_id: id },
          query: { kind },
          header: { "File-Note": encodeURIComponent(note) },
        },
        headers: { "Content-Type": "application/octet-stream" },
        body: file as unknown as string, // the contract's word for bytes
        bodySerializer: (bytes) => bytes,
        signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
      }),
    ),
  changeStep: ({ id, kind, ...body }: StepInput, seen_version: number) =>
    unwrap(
      staff.PUT("/api/staff/orders/{order_id}/steps/{kind}", {
        params: { path: { order_id: id, kind } },
        body: { ...body, seen_version },
        signal: timeout(),
      }),
    ),
  removeFile: ({ id, fileId }: { id: string; fileId: string }) =>
    unwrap(
      staff.DELETE("/api/staff/orders/{order_id}/files/{file_id}", {
        params: { path: { order_id: id, file_id: fileId } },
        signal: timeout(),
      }),
    ),
  comingDays: (days: number) =>
    unwrap(staff.GET("/api/staff/board", { params: { query: { days } } })),
  move: ({ appointmentId, ...slot }: MoveInput, seen_version: number) =>
    unwrap(
      staff.POST("/api/staff/appointments/{appointment_id}/move", {
        params: { path: { appointment_id: appointmentId } },
        body: { ...slot, seen_version },
        signal: timeout(),
      }),
    ),
  assign: ({ appointmentId, technician_id }: TechnicianChoiceInput, seen_version: number) =>
    unwrap(
      staff.POST("/api/staff/appointments/{appointment_id}/technician", {
        params: { path: { appointment_id: appointmentId } },
        body: { technician_id, seen_version },
        signal: timeout(),
      }),
    ),
  makeProposal: (id: string) =>
    unwrap(staff.POST("/api/staff/orders/{order_id}/proposals", change(id))),
  makeHoaPacket: ({ id, ...body }: HoaPacketInput) =>
    unwrap(staff.POST("/api/staff/orders/{order_id}/hoa-packets", { ...change(id), body })),
  reachMilestone: ({ id, kind }: { id: string; kind: Reachable }, seen_version: number) =>
    unwrap(
      staff.POST("/api/staff/orders/{order_id}/milestones/{kind}", {
        params: { path: { order_id: id, kind } },
        body: { seen_version },
        signal: timeout(),
      }),
    ),
  takeBack: (input: TakeBackInput, seen_version: number) =>
    unwrap(staff.POST("/api/staff/orders/{order_id}/take-back", changeSeen(input, seen_version))),
  changePrice: (input: PriceChangeInput, seen_version: number) =>
    unwrap(staff.POST("/api/staff/orders/{order_id}/price", changeSeen(input, seen_version))),
  /** What these lines would come to, in cents; changes nothing. */
  previewPrice: ({ id, ...body }: ChangedLinesInput, signal: AbortSignal) =>
    unwrap(
      staff.POST("/api/staff/orders/{order_id}/price/preview", { params: of(id), body, signal }),
    ),
  correctLock: (input: CorrectedLockInput, seen_version: number) =>
    unwrap(
      staff.POST("/api/staff/orders/{order_id}/correct-lock", changeSeen(input, seen_version)),
    ),
  powerOn: (id: string, seen_version: number) =>
    unwrap(staff.POST("/api/staff/orders/{order_id}/power-on", changeSeen({ id }, seen_version))),
  keepVisit: (id: string, seen_version: number) =>
    unwrap(staff.POST("/api/staff/orders/{order_id}/keep-visit", changeSeen({ id }, seen_version))),
  refund: ({ paymentId, ...input }: RefundInput, seen_version: number) => {
    const body = { ...input, seen_version };
    return sendOnce(`refund ${paymentId}`, body, (params) =>
      unwrap(
        staff.POST("/api/staff/payments/{payment_id}/refunds", {
          params: { path: { payment_id: paymentId }, ...params },
          body,
          signal: timeout(),
        }),
      ),
    );
  },
  refundEffect: (paymentId: string, amount_cents: number) =>
    unwrap(
      staff.GET("/api/staff/payments/{payment_id}/refund-effect", {
        params: { path: { payment_id: paymentId }, query: { amount_cents } },
      }),
    ),
  retryRefund: (refundId: string) =>
    sendOnce(`retry ${refundId}`, {}, (params) =>
      unwrap(
        staff.POST("/api/staff/refunds/{refund_id}/retry", {
          params: { path: { refund_id: refundId }, ...params },
          signal: timeout(),
        }),
      ),
    ),
  cancellation: (id: string, costs_cents: number) =>
    unwrap(
      staff.GET("/api/staff/orders/{order_id}/cancellation", {
        params: { ...of(id), query: { costs_cents } },
      }),
    ),
  cancel: (input: CancelInput, seen_version: number) =>
    unwrap(staff.POST("/api/staff/orders/{order_id}/cancel", changeSeen(input, seen_version))),
  sendMessage: ({ id, kind }: { id: string; kind: string }) =>
    sendOnce(`message ${id} ${kind}`, {}, (params) =>
      unwrap(
        staff.POST("/api/staff/orders/{order_id}/messages/{kind}/resend", {
          params: { path: { order_id: id, kind }, ...params },
          signal: timeout(),
        }),
      ),
    ),
  conversation: (id: string) =>
    unwrap(staff.GET("/api/staff/orders/{order_id}/conversation", { params: of(id) })),
  write: ({ id, channel, subject, text }: WrittenInput) => {
    const body = channel === "sms" ? { channel, text } : { channel, subject, text };
    return sendOnce(`conversation ${id}`, body, (params) =>
      unwrap(
        staff.POST("/api/staff/orders/{order_id}/conversation", {
          params: { ...of(id), ...params },
          body,
          signal: timeout(),
        }),
      ),
    );
  },
  addNote: ({ id, text }: { id: string; text: string }) =>
    sendOnce(`note ${id}`, { text }, (params) =>
      unwrap(
        staff.POST("/api/staff/orders/{order_id}/notes", {
          params: { ...of(id), ...params },
          body: { text },
          signal: timeout(),
        }),
      ),
    ),
  correctContact: (input: ContactInput, seen_version: number) =>
    unwrap(staff.PATCH("/api/staff/orders/{order_id}/contact", changeSeen(input, seen_version))),
} as const;
