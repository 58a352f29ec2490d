/** Types and API calls of /my-booking. */
import { api, type Schemas, unwrap } from "#lib/api/client.ts";
import { keyed, once } from "#lib/api/once.ts";

export type MyBooking = Schemas["MyBookingOut"];
export type BookedAppointment = NonNullable<MyBooking["appointment"]>;
export type AppointmentStatus = BookedAppointment["status"];
export type TimelineStep = MyBooking["timeline"][number];
export type TimelineKey = TimelineStep["key"];
export type NextStepKey = MyBooking["next_step"]["key"];
export type PhotosState = NonNullable<MyBooking["photos"]>;
export type BookedPrice = MyBooking["price"];
export type Lines = BookedPrice["lines"];
export type PriceChange = NonNullable<BookedPrice["change"]>;
export type ChangeAnswer = Schemas["ChangeAnsweredOut"];
export type ProposalState = NonNullable<MyBooking["proposal"]>;
export type Money = Schemas["MoneyOut"];
export type Milestone = Money["milestones"][number];
export type MilestoneKind = Milestone["kind"];
export type PayMethod = Money["methods"][number]["method"];
export type LedgerEntry = Money["entries"][number];
export type RefundState = Money["refunds"][number];
export type Cancellation = Schemas["CancellationOut"];
export type BookingDocument = Schemas["DocumentOut"];
export type BookingMessage = Schemas["MessageOut"];
export type Consent = Schemas["ConsentOut"];

export type PaymentRequest = Schemas["MilestonePaymentIn"];
type CancelInput = Schemas["CancelIn"];
type Slot = Schemas["RescheduleIn"];
type Acceptance = Schemas["AcceptanceIn"];
type ConsentChoice = Schemas["ConsentIn"];

const TIMEOUT_MS = 20_000;
const timeout = () => AbortSignal.timeout(TIMEOUT_MS);

export const myBooking = {
  booking: () => unwrap(api.GET("/api/my-booking")),
  money: () => unwrap(api.GET("/api/my-booking/money")),
  cancellation: () => unwrap(api.GET("/api/my-booking/cancellation")),
  documents: () => unwrap(api.GET("/api/my-booking/documents")),
  messages: () => unwrap(api.GET("/api/my-booking/messages")),
  consents: () => unwrap(api.GET("/api/my-booking/consents")),
  pay: (body: PaymentRequest) =>
    once("payment", body, (key) =>
      unwrap(api.POST("/api/my-booking/payments", { body, params: keyed(key), signal: timeout() })),
    ),
  cancel: (body: CancelInput) =>
    once("cancel", body, (key) =>
      unwrap(api.POST("/api/my-booking/cancel", { body, params: keyed(key), signal: timeout() })),
    ),
  reschedule: (body: Slot) =>
    once("reschedule", body, (key) =>
      unwrap(
        api.POST("/api/my-booking/reschedule", { body, params: keyed(key), signal: timeout() }),
      ),
    ),
  accept: (body: Acceptance) =>
    unwrap(api.POST("/api/my-booking/proposal/accept", { body, signal: timeout() })),
  decide: (changeId: string, decision: "approve" | "decline") =>
    unwrap(
      api.POST("/api/my-booking/change-orders/{change_id}", {
        body: { decision },
        params: { path: { change_id: changeId } },
        signal: timeout(),
      }),
    ),
  consent: (body: ConsentChoice) =>
    unwrap(api.POST("/api/my-booking/consents", { body, signal: timeout() })),
} as const;

export const CALENDAR_FILE = "/api/my-booking/appointment.ics";
