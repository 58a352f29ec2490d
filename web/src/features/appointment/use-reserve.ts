import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import { sendOnce } from "#api/idempotency.ts";
import type { Key } from "#api/query-keys.ts";
import { m } from "#paraglide/messages.js";

export type ReserveRequest = Schemas["InstallationOrderIn"];
export type Reserved = Schemas["InstallationOrderOut"];

// When and how often the draft was saved makes no other order.
const BOOKKEEPING = new Set([
  "created_at",
  "updated_at",
  "verified_at",
  "selected_at",
  "current_step",
  "completed_steps",
  "status",
  "order_id",
  "recovery_consent", // belongs to the wizard, not to the order
]);

/** Reserve a date. Submitting again, or retrying after a lost response, makes one order. */
export function useReserve() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (request: ReserveRequest) => reserve(request),
    onError: (failure) => {
      if (["day", "window"].includes(reserveError(failure).mendAt))
        void queries.invalidateQueries({ queryKey: ["availability"] satisfies Key });
    },
  });
}

const reserve = (request: ReserveRequest): Promise<Reserved> =>
  sendOnce(
    "reserve",
    request,
    (params, body) =>
      unwrap(
        api.POST("/api/create-installation-order", {
          params,
          body,
        }),
      ),
    BOOKKEEPING,
  );

export type ReserveError = {
  mendAt: "day" | "window" | "address" | "generator" | "order" | "contact" | "button";
  words: string;
  /** The server's errors of contact fields. */
  fields: { field: string; message: string }[];
};

const BY_CODE: Record<string, Omit<ReserveError, "fields">> = {
  day_full: { mendAt: "day", words: m.appointment_refusal_day_full() },
  day_not_offered: { mendAt: "day", words: m.appointment_day_not_offered() },
  window_not_offered: { mendAt: "window", words: m.appointment_window_not_offered() },
  address_not_covered: { mendAt: "address", words: m.appointment_refusal_not_covered() },
  band_not_sold: { mendAt: "address", words: m.appointment_refusal_band_not_sold() },
  generator_not_sold: { mendAt: "generator", words: m.appointment_refusal_generator_not_sold() },
  generator_missing: { mendAt: "generator", words: m.appointment_refusal_generator_missing() },
  already_reserved: { mendAt: "order", words: m.appointment_refusal_already_reserved() },
  too_many_holds: {
    mendAt: "button",
    words: m.appointment_refusal_too_many_holds(),
  },
};

/** Convert a domain error, or any other failure of the request. */
export function reserveError(failure: unknown): ReserveError {
  if (!(failure instanceof Problem)) return button(m.appointment_refusal_general());
  if (failure.status === 0) return button(m.errors_offline());
  const codes = [failure.code, ...failure.errors.map((error) => error.code)];
  const coupon = codes.find((code) => code.startsWith("coupon_"));
  if (coupon) return button(m.appointment_refusal_coupon());
  const match = codes.map((code) => BY_CODE[code]).find((refusal) => refusal !== undefined);
  if (match?.mendAt === "window") return { ...match, words: whyNoWindow(failure), fields: [] };
  if (match) return { ...match, fields: [] };
  if (failure.status === 429) return button(whyTooOften(failure));
  if (failure.status >= 500) return button(m.errors_server());
  const fields = contactFields(failure);
  if (fields.length > 0) return { mendAt: "contact", words: m.errors_check_fields(), fields };
  return button(m.appointment_refusal_general());
}

// The server names the day because of which the window is not offered.
const whyNoWindow = ({ errors }: Problem): string =>
  errors.find(({ code }) => code === "window_not_offered")?.message ??
  m.appointment_window_not_offered();

const AN_HOUR_S = 3600; // the longest that either limit lasts

// From this network, by whoever made them: of these the visitor may have none.
function whyTooOften({ code, retryAfter }: Problem): string {
  const minutes = Math.ceil((retryAfter ?? AN_HOUR_S) / 60);
  return code === "too_many_reservations"
    ? m.appointment_refusal_too_many_reservations({ count: minutes })
    : m.appointment_refusal_too_often({ count: minutes });
}

const button = (words: string): ReserveError => ({ mendAt: "button", words, fields: [] });

const contactFields = ({ errors }: Problem) =>
  errors
    .filter(({ field }) => field.startsWith("customerData."))
    .map(({ field, message }) => ({ field: field.slice("customerData.".length), message }));
