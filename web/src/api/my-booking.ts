/** Types, API calls and queries of /my-booking. */

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "#api/client.ts";
import { sendOnce } from "#api/idempotency.ts";
import type { Key } from "#api/query-keys.ts";
import { ofThisOrder, orderInAddress } from "#lib/order-address.ts";

export type BookingSummary = Schemas["BookingSummaryOut"];
export type MyBooking = Schemas["MyBookingOut"];
export type BookedAppointment = NonNullable<MyBooking["appointment"]>;
export type TimelineStep = MyBooking["timeline"][number];
export type TimelineKey = TimelineStep["key"];
export type NextStepKey = MyBooking["next_step"]["key"];
export type Preparation = MyBooking["preparations"][number];
export type PhotosState = NonNullable<MyBooking["photos"]>;
export type BookedPrice = MyBooking["price"];
export type Lines = BookedPrice["lines"];
export type PriceChange = NonNullable<BookedPrice["change"]>;
export type ChangeAnswer = Schemas["ChangeDecisionOut"];
export type ProposalState = NonNullable<MyBooking["proposal"]>;
export type ProposalContents = Schemas["ProposalContentsOut"];
export type Money = Schemas["MoneyOut"];
export type Milestone = Money["milestones"][number];
export type PayMethod = Money["methods"][number]["method"];
export type LedgerEntry = Money["entries"][number];
export type RefundState = Money["refunds"][number];
export type Cancellation = Schemas["CancellationOut"];
export type BookingDocument = Schemas["DocumentOut"];
export type BookingMessage = Schemas["MessageOut"];
export type Consent = Schemas["ConsentOut"];

export type PaymentRequest = Schemas["MilestonePaymentIn"];
export type CancelInput = Schemas["CancelIn"];
export type Slot = Schemas["RescheduleIn"];
type Acceptance = Schemas["AcceptanceIn"];
export type MyReview = Schemas["MyReviewOut"];
export type OwnReview = Schemas["OwnReviewOut"];
type ReviewInput = Schemas["ReviewIn"];
type ConsentChoice = Schemas["ConsentIn"];

/** The query of every call about one booking: that of the page's address, if it names one. */
export function ofAddress(): { order?: string } {
  const order = orderInAddress();
  return order ? { order } : {};
}
const named = () => ({ params: { query: ofAddress() } });

export const myBooking = {
  pay: (body: PaymentRequest) =>
    sendOnce("payment", body, (params) =>
      unwrap(
        api.POST("/api/my-booking/payments", {
          body,
          params: { ...params, query: ofAddress() },
        }),
      ),
    ),
  cancel: (body: CancelInput) =>
    sendOnce("cancel", body, (params) =>
      unwrap(
        api.POST("/api/my-booking/cancel", {
          body,
          params: { ...params, query: ofAddress() },
        }),
      ),
    ),
  reschedule: (body: Slot) =>
    sendOnce("reschedule", body, (params) =>
      unwrap(
        api.POST("/api/my-booking/reschedule", {
          body,
          params: { ...params, query: ofAddress() },
        }),
      ),
    ),
  accept: (body: Acceptance) =>
    unwrap(api.POST("/api/my-booking/proposal/accept", { body, ...named() }), {
      isRepeatable: true,
    }),
  decide: (changeId: string, decision: "approve" | "decline") =>
    unwrap(
      api.POST("/api/my-booking/change-orders/{change_id}", {
        body: { decision },
        params: { path: { change_id: changeId }, query: ofAddress() },
      }),
      { isRepeatable: true },
    ),
  review: (body: ReviewInput) => unwrap(api.PUT("/api/my-booking/review", { body, ...named() })),
  consent: (body: ConsentChoice) =>
    unwrap(api.POST("/api/my-booking/consents", { body, ...named() }), {
      isRepeatable: true,
    }),
} as const;

const HINT = /(^|; )booked=/;

/** Whether the server has told this browser that there are bookings to ask for. */
export const hasBookings = (): boolean =>
  typeof document !== "undefined" && HINT.test(document.cookie);

/** All bookings that this browser may see, newest first. */
export const useMyBookings = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: ["my-booking", "bookings"] satisfies Key,
    queryFn: () => unwrap(api.GET("/api/my-bookings")),
    enabled,
  });

/** The booking that the address names; without a name, the one last opened or reserved. */
export const useMyBooking = ({ enabled = true } = {}) =>
  useQuery({
    queryKey: ["my-booking", "booking", orderInAddress()] satisfies Key,
    queryFn: () => unwrap(api.GET("/api/my-booking", named())),
    enabled,
  });
export const useMoney = () =>
  useQuery({
    queryKey: ["my-booking", "money", orderInAddress()] satisfies Key,
    queryFn: () => unwrap(api.GET("/api/my-booking/money", named())),
  });
export const useDocuments = () =>
  useQuery({
    queryKey: ["my-booking", "documents"] satisfies Key,
    queryFn: () => unwrap(api.GET("/api/my-booking/documents", named())),
  });
/** What the proposal says; `id` is that of the proposal shown. */
export const useProposalContents = (id: string) =>
  useQuery({
    queryKey: ["my-booking", "proposal", id] satisfies Key,
    queryFn: () => unwrap(api.GET("/api/my-booking/proposal", named())),
  });

const ASKED_AGAIN_MS = 2_000;
const SENT_WITHIN_MS = 30_000;

/** The messages of an order, of that in the address by default; one just queued is looked at again. */
export const useMessages = (orderId = orderInAddress()) =>
  useQuery({
    queryKey: ["my-booking", "messages", orderId] satisfies Key,
    queryFn: () =>
      unwrap(
        api.GET("/api/my-booking/messages", {
          params: { query: orderId ? { order: orderId } : {} },
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.some(isJustQueued) ? ASKED_AGAIN_MS : false),
  });

const isJustQueued = ({ outcome, at }: BookingMessage): boolean =>
  outcome === "queued" && Date.now() - Date.parse(at) < SENT_WITHIN_MS;

export const useMyReview = () =>
  useQuery({
    queryKey: ["my-booking", "review"] satisfies Key,
    queryFn: () => unwrap(api.GET("/api/my-booking/review", named())),
  });
export const useConsents = () =>
  useQuery({
    queryKey: ["my-booking", "consents"] satisfies Key,
    queryFn: () => unwrap(api.GET("/api/my-booking/consents", named())),
  });
/** What canceling would cost as of now; never shown from the cache. */
export const useCancellationTerms = () =>
  useQuery({
    queryKey: ["my-booking", "cancellation"] satisfies Key,
    queryFn: () => unwrap(api.GET("/api/my-booking/cancellation", named())),
    gcTime: 0,
  });

/** After anything that changed the order: every part of the page is loaded again. */
export function useBookingRefresh() {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ["my-booking"] satisfies Key });
}

export const calendarFile = (): string => ofThisOrder("/api/my-booking/appointment.ics");
export const feeReceipt = (): string => ofThisOrder("/api/my-booking/fee-receipt");
