import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, Problem, type Schemas, unwrap } from "#api/client.ts";
import { sendOnce } from "#api/idempotency.ts";
import { refusalWords } from "./copy.ts";

export type ReserveRequest = Schemas["InstallationOrderIn"];
export type Reserved = Schemas["InstallationOrderOut"];

const TIMEOUT_MS = 20_000;
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
      if (reserveError(failure).mendAt === "day")
        void queries.invalidateQueries({ queryKey: ["availability"] });
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
          signal: AbortSignal.timeout(TIMEOUT_MS),
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
  day_full: { mendAt: "day", words: refusalWords.dayFull },
  day_not_offered: { mendAt: "day", words: refusalWords.dayNotOffered },
  window_not_offered: { mendAt: "window", words: refusalWords.windowNotOffered },
  address_not_covered: { mendAt: "address", words: refusalWords.notCovered },
  band_not_sold: { mendAt: "address", words: refusalWords.bandNotSold },
  generator_not_sold: { mendAt: "generator", words: refusalWords.generatorNotSold },
  generator_missing: { mendAt: "generator", words: refusalWords.generatorMissing },
  already_reserved: { mendAt: "order", words: refusalWords.alreadyReserved },
  too_many_holds: { mendAt: "button", words: refusalWords.tooManyHolds },
};

/** Convert a domain error, or any other failure of the request. */
export function reserveError(failure: unknown): ReserveError {
  if (!(failure instanceof Problem)) return button(refusalWords.general);
  if (failure.status === 0) return button(refusalWords.offline);
  const codes = [failure.code, ...failure.errors.map((error) => error.code)];
  const coupon = codes.find((code) => code.startsWith("coupon_"));
  if (coupon) return button(refusalWords.coupon);
  const match = codes.map((code) => BY_CODE[code]).find((refusal) => refusal !== undefined);
  if (match) return { ...match, fields: [] };
  if (failure.status === 429) return button(refusalWords.tooMany);
  if (failure.status >= 500) return button(refusalWords.ourFault);
  const fields = contactFields(failure);
  if (fields.length > 0) return { mendAt: "contact", words: refusalWords.checkFields, fields };
  return button(refusalWords.general);
}

const button = (words: string): ReserveError => ({ mendAt: "button", words, fields: [] });

const contactFields = ({ errors }: Problem) =>
  errors
    .filter(({ field }) => field.startsWith("customerData."))
    .map(({ field, message }) => ({ field: field.slice("customerData.".length), message }));
